import { limits } from '@jarvis/contract';
import { cutAtWord } from '../language/cut.ts';
import type { Language } from '../language/detect.ts';

export type ToolName =
  | 'list_tasks'
  | 'add_task'
  | 'rename_task'
  | 'complete_task'
  | 'reopen_task'
  | 'delete_task'
  | 'save_memory'
  | 'list_memories'
  | 'forget_memory'
  | 'web_search'
  | 'current_date';

/** One step for the person: what was done, and to what. */
export function stepLabel(tool: ToolName, subject: string, language: Language): string {
  const [label] = words[language][tool];
  const [open, close] = quotes[language];
  const shown = subject
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
  return shown === '' ? label : `${label}: ${open}${cutAtWord(shown, 60)}${close}`;
}

/** What was done, in one line of at most 80 characters: `Added 2 tasks, completed a task`. */
export function caption(steps: readonly { tool: ToolName; failed: boolean }[], language: Language): string {
  const counts = new Map<ToolName, { done: number; failed: number }>();
  for (const { tool, failed } of steps) {
    const count = counts.get(tool) ?? { done: 0, failed: 0 };
    counts.set(tool, { done: count.done + (failed ? 0 : 1), failed: count.failed + (failed ? 1 : 0) });
  }
  const parts = [...counts].map(([tool, { done, failed }]) => {
    const [label, one, many] = words[language][tool];
    if (done === 0 && failed > 0) return `${label} ${failedWord[language]}`;
    return done === 1 ? one : many.replace('#', String(done));
  });
  const line = parts.map((part, i) => (i === 0 ? part : lowerFirst(part, language))).join(', ');
  return cutAtWord(line, limits.captionCharsMax);
}

/** German nouns keep their capital. */
const lowerFirst = (text: string, language: Language): string =>
  language === 'de' ? text : text.replace(/^\p{Lu}/u, (first) => first.toLowerCase());

const quotes: Record<Language, readonly [string, string]> = {
  en: ['“', '”'],
  de: ['„', '“'],
  it: ['«', '»'],
};
const failedWord: Record<Language, string> = { en: 'failed', de: 'fehlgeschlagen', it: 'non riuscita' };

/** Label of a step, caption of one, caption of several. */
const words: Record<Language, Record<ToolName, readonly [string, string, string]>> = {
  en: {
    list_tasks: ['Task list', 'Looked at the tasks', 'Looked at the tasks'],
    add_task: ['New task', 'Added a task', 'Added # tasks'],
    rename_task: ['Renamed task', 'Renamed a task', 'Renamed # tasks'],
    complete_task: ['Completed task', 'Completed a task', 'Completed # tasks'],
    reopen_task: ['Reopened task', 'Reopened a task', 'Reopened # tasks'],
    delete_task: ['Deleted task', 'Deleted a task', 'Deleted # tasks'],
    save_memory: ['New memory', 'Remembered something', 'Remembered # things'],
    list_memories: ['Memories', 'Looked at the memories', 'Looked at the memories'],
    forget_memory: ['Forgotten memory', 'Forgot something', 'Forgot # things'],
    web_search: ['Web search', 'Searched the web', 'Searched the web # times'],
    current_date: ['Date and time', 'Looked at the clock', 'Looked at the clock'],
  },
  de: {
    list_tasks: ['Aufgabenliste', 'Aufgaben angesehen', 'Aufgaben angesehen'],
    add_task: ['Neue Aufgabe', 'Aufgabe angelegt', '# Aufgaben angelegt'],
    rename_task: ['Umbenannte Aufgabe', 'Aufgabe umbenannt', '# Aufgaben umbenannt'],
    complete_task: ['Erledigte Aufgabe', 'Aufgabe erledigt', '# Aufgaben erledigt'],
    reopen_task: ['Wieder offene Aufgabe', 'Aufgabe wieder geöffnet', '# Aufgaben wieder geöffnet'],
    delete_task: ['Gelöschte Aufgabe', 'Aufgabe gelöscht', '# Aufgaben gelöscht'],
    save_memory: ['Neue Erinnerung', 'Etwas gemerkt', '# Dinge gemerkt'],
    list_memories: ['Erinnerungen', 'Erinnerungen angesehen', 'Erinnerungen angesehen'],
    forget_memory: ['Gelöschte Erinnerung', 'Etwas vergessen', '# Dinge vergessen'],
    web_search: ['Websuche', 'Im Web gesucht', '#-mal im Web gesucht'],
    current_date: ['Datum und Uhrzeit', 'Auf die Uhr gesehen', 'Auf die Uhr gesehen'],
  },
  it: {
    list_tasks: ['Elenco delle attività', 'Guardato le attività', 'Guardato le attività'],
    add_task: ['Nuova attività', "Aggiunto un'attività", 'Aggiunto # attività'],
    rename_task: ['Attività rinominata', "Rinominato un'attività", 'Rinominato # attività'],
    complete_task: ['Attività completata', "Completato un'attività", 'Completato # attività'],
    reopen_task: ['Attività riaperta', "Riaperto un'attività", 'Riaperto # attività'],
    delete_task: ['Attività eliminata', "Eliminato un'attività", 'Eliminato # attività'],
    save_memory: ['Nuovo ricordo', 'Memorizzato qualcosa', 'Memorizzato # cose'],
    list_memories: ['Ricordi', 'Guardato i ricordi', 'Guardato i ricordi'],
    forget_memory: ['Ricordo eliminato', 'Dimenticato qualcosa', 'Dimenticato # cose'],
    web_search: ['Ricerca sul web', 'Cercato sul web', 'Cercato sul web # volte'],
    current_date: ['Data e ora', "Guardato l'orologio", "Guardato l'orologio"],
  },
};
