import { RE2JS } from 're2js';
import { capMarks } from '../../language/fold.ts';
import type { Policy } from '../../ports/deps.ts';

/** A rule of the operator about content. */
export interface PolicyRule {
  readonly id: string;
  /** Matched anywhere in the text, whatever its case. */
  readonly pattern: string;
  readonly reply?: string | undefined;
}

/**
 * The operator's rules, run by an engine whose time is linear in the text: no pattern and no message can make
 * it hang. Throws what RE2 throws for a pattern that it does not accept.
 */
export function compilePolicy(rules: readonly PolicyRule[]): Policy {
  const compiled = rules.map(({ id, pattern, reply }) => ({
    ruleId: id,
    reply,
    // As letters are spelled in the text. Not NFKC: what it makes of a character may be a sign of the pattern.
    pattern: RE2JS.compile(pattern.normalize('NFC'), RE2JS.CASE_INSENSITIVE),
  }));
  return {
    hasNoRules: compiled.length === 0,
    denial(text) {
      if (compiled.length === 0) return undefined;
      const capped = capMarks(text);
      // As it is written (a rule may name CO₂), and with fullwidth letters and the like as plain ones.
      const spellings = new Set([capped.normalize('NFC'), capped.normalize('NFKC')]);
      const found = compiled.find(({ pattern }) =>
        [...spellings].some((each) => pattern.matcher(each).find()),
      );
      return found && { ruleId: found.ruleId, reply: found.reply };
    },
  };
}
