import { z } from 'zod';
import { limits } from './limits.ts';
import { checkedAtOnce } from './primitives/checked-at-once.ts';
import { pageInput } from './primitives/page.ts';
import {
  anyText,
  byId,
  described,
  id,
  shownFlag,
  shownInt,
  singleLine,
  strictBoolean,
  timestamp,
  writtenText,
} from './primitives/text.ts';
import { runReasonTexts } from './run-reasons.ts';
import { local, repeatRule, timeZoneName } from './time.ts';

const notifyChoice = z.enum(['always', 'when_found', 'never']);
export type ScheduleNotify = z.infer<typeof notifyChoice>;
const notify = () =>
  notifyChoice.meta({
    description:
      '`always`: notifies of each result; `when_found`: unless the assistant reports that there is nothing; `never`: results are in the history only.',
    examples: ['always'],
  });
const webSearch = () =>
  described(strictBoolean(), 'Whether runs may search the web, if the account may.', false);
const titleMeta = {
  description: `The title, 1-${limits.scheduleTitleCharsMax} characters.`,
  examples: ['Morning report'],
};
const promptMeta = {
  description: `The prompt that the assistant answers, 1-${limits.schedulePromptCharsMax} characters.`,
  examples: ['Tell me what is due today'],
};

/** Why a run has no result, and so why its schedule was paused. */
export type RunReason = keyof (typeof runReasonTexts)['en'];
export const runReasons = Object.keys(runReasonTexts.en) as readonly RunReason[];
const runReason = (description: string) =>
  z
    .enum(runReasons)
    .nullable()
    .meta({ description, examples: [null] });

export const schedule = z
  .object({
    id: id(),
    title: z.string().meta(titleMeta),
    prompt: z.string().meta(promptMeta),
    start: local('The local time that the rule counts from, or the only one.'),
    timeZone: timeZoneName().describe('Its zone; that of the account if none was given.'),
    repeat: repeatRule().nullable().describe('When it comes again; null: once.'),
    nextAt: timestamp('When it runs next; null while it is paused or finished.').nullable(),
    state: z
      .enum(['active', 'paused', 'finished'])
      .describe('`paused` by the person or after three failures, `finished` after its last run.'),
    reason: runReason('Why it was paused; null: by the person, or not at all.'),
    webSearch: webSearch(),
    notify: notify(),
    createdBy: z.enum(['user', 'assistant']).describe('Who made it.'),
    createdAt: timestamp(),
    updatedAt: timestamp('When the person last changed it.'),
  })
  .meta({ id: 'Schedule', description: 'A prompt that the assistant answers at set times.' });
export type Schedule = z.infer<typeof schedule>;

export const endedRunStates = ['done', 'nothing', 'failed', 'missed', 'stopped'] as const;
const runStates = ['waiting', 'running', ...endedRunStates] as const;
const scheduleRun = z
  .object({
    id: id(),
    scheduleId: id('Its schedule.'),
    dueAt: timestamp('When it was due, or was requested.'),
    state: z
      .enum(runStates)
      .describe(
        '`nothing`: done, and there was nothing to report; `missed`: it did not run; `stopped`: it was ended.',
      ),
    late: shownFlag('It began more than five minutes late.', false),
    conversationId: id('The conversation with the reply, if there is one.').nullable(),
    error: runReason('Why it has no result, or why the last try had none.'),
    createdAt: timestamp(),
    endedAt: timestamp('When it ended; null until then.').nullable(),
    inputTokens: shownInt('Tokens that the model read.', 1200),
    outputTokens: shownInt('Tokens that the model wrote.', 150),
  })
  .meta({ id: 'ScheduleRun', description: 'One run of a schedule.' });
export type ScheduleRun = z.infer<typeof scheduleRun>;

const model = () =>
  described(
    anyText().max(limits.modelNameCharsMax).nullable().optional(),
    'One of the offered models; null: the default, which also replaces one that is no longer offered.',
    null,
  );
const start = () => local('A local date and time; a date alone means the hour of the account’s day summary.');

export const createScheduleInput = z.object({
  title: singleLine(1, limits.scheduleTitleCharsMax)
    .optional()
    .meta({ ...titleMeta, description: 'Without it, the beginning of the prompt.' }),
  prompt: writtenText(1, limits.schedulePromptCharsMax).meta(promptMeta),
  start: start(),
  timeZone: timeZoneName().nullable().optional().describe('Null or missing: that of the account.'),
  repeat: repeatRule().nullable().optional(),
  webSearch: webSearch().optional(),
  notify: notify().optional(),
  model: model(),
});
export type CreateSchedule = z.infer<typeof createScheduleInput>;

export const scheduleById = byId('schedule');
export const changeScheduleInput = createScheduleInput
  .extend({
    title: singleLine(1, limits.scheduleTitleCharsMax).meta(titleMeta),
    state: described(z.enum(['active', 'paused']), '`active` resumes it from now on.', 'paused'),
  })
  .partial()
  .extend(scheduleById.shape)
  .refine(({ id: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    error: 'nothing',
  });
export type ScheduleChange = z.infer<typeof changeScheduleInput>;

export const listSchedulesInput = z.object(pageInput(limits.scheduleListMax, 'id'));
export const listRunsInput = scheduleById.extend(pageInput(limits.scheduleRunListMax, 'id'));
export const schedulesOutput = checkedAtOnce(
  z.object({ schedules: z.array(schedule).max(limits.scheduleListMax) }),
);
export const scheduleOutput = z.object({ schedule });
export const runOutput = z.object({ run: scheduleRun });
export const runsOutput = z.object({ runs: z.array(scheduleRun).max(limits.scheduleRunListMax) });
