/** Problems with the settings; the start ends with exit code 78 (EX_CONFIG) and one line for each. */
export class BadSettings extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'BadSettings';
    this.problems = problems;
  }
}
