import { anyOf, inAll } from '../language/languages.ts';
import { type Intent, subjectOf } from './intents.ts';

/** A change that a reply tells. */
interface Change {
  readonly did: string;
  readonly name: string;
  readonly isDated: boolean;
}

/**
 * The requests with what the last replies changed in place of "it", and with what undoes the last reply in place of
 * "undo". A model sees only the texts of replies.
 */
export function referring(intent: Intent, replies: readonly string[]): Intent[] {
  if (intent.kind === 'undo') {
    const undone = changesIn(replies.at(-1) ?? '').flatMap((change) => undoing(change) ?? []);
    return undone.length > 0 ? undone : [intent];
  }
  const subject = subjectOf(intent);
  if (subject === undefined || !it.test(intent[subject] ?? '')) return [intent];
  // "It" is none of several.
  const [named, another] = replies.map(changesIn).findLast(({ length }) => length > 0) ?? [];
  if (named && another) return [intent];
  if (named?.did.endsWith('_schedule') && intent.kind === 'delete_task')
    return [{ kind: 'delete_schedule', schedule: named.name }];
  if (named) return [{ ...intent, [subject]: named.name, isTitle: true }];
  // Without a task that was named, the reminder that was told last is meant.
  if (intent.kind !== 'set_due') return [intent];
  return intent.when === undefined ? [] : [{ kind: 'snooze_task', when: intent.when }];
}

const it = new RegExp(`^${anyOf((of) => of.rules.it)}$`, 'iu');

const opposites: Readonly<Record<string, 'delete_task' | 'reopen_task' | 'complete_task'>> = {
  add_task: 'delete_task',
  complete_task: 'reopen_task',
  reopen_task: 'complete_task',
};

/** A deleted task with a date is not added again, as it would come back without it. */
function undoing({ did, name, isDated }: Change): Intent | undefined {
  if (did === 'delete_task') return isDated ? undefined : { kind: 'add_task', title: name };
  const kind = opposites[did];
  return kind && { kind, task: name, isTitle: true };
}

/** The sentences that tell a change, before and after the name. */
const sentences = inAll(({ says }) =>
  Object.entries(says.done).map(([did, sentence]) => [did, ...sentence.split('{}')] as const),
).flat();

const changesIn = (reply: string): Change[] => reply.split('\n').flatMap((line) => changeIn(line) ?? []);

/** The change that a line of a reply tells; undefined for other lines. */
function changeIn(line: string): Change | undefined {
  for (const [did, before = '', after = ''] of sentences) {
    const end = line.indexOf(`**${after}`, before.length + 2);
    if (!line.startsWith(`${before}**`) || end < 0) continue;
    const name = line.slice(before.length + 2, end).replace(/\\(.)/g, '$1');
    return { did, name, isDated: line.length > end + 2 + after.length };
  }
  return undefined;
}
