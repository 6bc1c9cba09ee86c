import { RE2JS } from 're2js';
import type { Policy } from '../../ports/deps.ts';
import { capMarks } from '../../text/fold.ts';

/** A rule of the operator's policy. */
export interface PolicyRule {
  /** Matches anywhere in the text, case-insensitive. */
  readonly pattern: string;
  readonly reply?: string | undefined;
}

/**
 * The operator's policy, run by an engine with linear time: no pattern and no message can make it hang. Throws RE2's
 * error for an invalid pattern.
 */
export function compilePolicy(rules: readonly PolicyRule[]): Policy {
  const compiled = rules.map(({ pattern, reply }) => ({
    reply,
    // NFC, the form of the text. Not NFKC, which may turn a character into a pattern's operator.
    pattern: RE2JS.compile(pattern.normalize('NFC'), RE2JS.CASE_INSENSITIVE),
  }));
  return {
    hasNoRules: compiled.length === 0,
    denial(text) {
      if (compiled.length === 0) return undefined;
      const capped = capMarks(text);
      // As written (a rule may name CO₂), and with compatibility characters, such as fullwidth letters, as plain
      // ones.
      const spellings = new Set([capped.normalize('NFC'), capped.normalize('NFKC')]);
      const found = compiled.find(({ pattern }) =>
        [...spellings].some((each) => pattern.matcher(each).find()),
      );
      return found && { reply: found.reply };
    },
  };
}
