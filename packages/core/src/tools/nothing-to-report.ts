import { z } from 'zod';
import { assistantTool } from './call/tool.ts';

export const nothingToReport = assistantTool({
  name: 'nothing_to_report',
  writes: false,
  isForRuns: true,
  description: 'Report that there is nothing to tell the person this time. Then they are not told anything.',
  input: z.object({}),
  isOffered: ({ unattended }) => unattended?.onlyIfFound === true,
  run: ({ log }, _input, name) => {
    log.foundNothing = true;
    log.note(name, '', 'done');
    return { ok: true };
  },
});
