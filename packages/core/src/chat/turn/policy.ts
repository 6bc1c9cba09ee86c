import { RE2JS } from 're2js';
import type { Policy } from '../../ports/deps.ts';
import { capMarks } from '../../text/fold.ts';

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
    pattern: RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE),
  }));
  return {
    hasNoRules: compiled.length === 0,
    denial(text) {
      if (compiled.length === 0) return undefined;
      const normal = capMarks(text).normalize('NFKC');
      const found = compiled.find(({ pattern }) => pattern.matcher(normal).find());
      return found && { ruleId: found.ruleId, reply: found.reply };
    },
  };
}
