import type { Texts } from '../languages.ts';
import chat from './app/chat.ts';
import failures from './app/failures.ts';
import refusals from './app/refusals.ts';
import shell from './app/shell.ts';
import signIn from './app/sign-in.ts';

/** The texts that every page may need. They load at the start, as one. */
export default {
  ...chat,
  ...failures,
  ...refusals,
  ...signIn,
  ...shell,
} satisfies Texts;
