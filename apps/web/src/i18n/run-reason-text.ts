import type { RunReason } from '@jarvis/contract';
import { runReasonTexts } from '@jarvis/contract/run-reasons';
import type { Text } from './languages.ts';

/** A reason in the words of the mails. */
export const runReasonText = (reason: RunReason): Text => [
  runReasonTexts.en[reason],
  runReasonTexts.de[reason],
  runReasonTexts.it[reason],
];
