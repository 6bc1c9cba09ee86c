import { asDomainError, type Clock, type Settings, systemClock } from '@jarvis/core';
import { type Database, DatabaseUnavailable, findEmbedded, hasEmbedded, inWords } from '@jarvis/database';
import type { Command } from 'commander';
import { BadSettings, type Config } from '../config/config.ts';
import { createLog } from '../log/log.ts';
import { openDatabase } from '../process/open-database.ts';

export interface Terminal {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

export interface CommandDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly config: Config;
  readonly settings: Settings;
}

/** One run of the tool: opens the database on demand, and prints in the chosen format. */
export class CommandRun {
  readonly #terminal: Terminal;
  readonly #readSettings: () => Config;
  readonly #json: boolean;
  readonly #opened = new AsyncDisposableStack();
  #opening: Promise<CommandDeps> | undefined;

  constructor(terminal: Terminal, readSettings: () => Config, json: boolean) {
    this.#terminal = terminal;
    this.#readSettings = readSettings;
    this.#json = json;
  }

  /** Opens the service's database; also the embedded one of a running service. Refuses a DATA_DIR without one. */
  async open(): Promise<CommandDeps> {
    const { databaseUrl, dataDir } = this.#readSettings();
    // A mistyped folder must not become a second, empty installation.
    if (databaseUrl === undefined && !hasEmbedded(dataDir))
      throw new Error(
        `There is no database in ${dataDir}. Set DATA_DIR to the folder of the installation, or DATABASE_URL to its Postgres; \`npm start\` makes a new one.`,
      );
    return this.openOrMake();
  }

  /** The same, but makes a missing embedded database. Logs from `level` on. */
  openOrMake(level: 'error' | 'info' = 'error'): Promise<CommandDeps> {
    this.#opening = this.#connect(level);
    return this.#opening;
  }

  async #connect(level: 'error' | 'info'): Promise<CommandDeps> {
    const config = this.#readSettings();
    const log = createLog(level, { write: (line) => void this.#terminal.stderr.write(line) });
    const databaseUrl = config.databaseUrl ?? (await findEmbedded(config.dataDir));
    const { db } = await openDatabase({ ...config, databaseUrl, databasePool: 2 }, log, this.#opened);
    return { db, clock: systemClock, config, settings: config.core };
  }

  /** Has the command print the result of `work`, which gets its arguments and then its options. */
  answers<Given extends unknown[], T>(
    command: Command,
    work: (operating: CommandDeps, ...given: Given) => Promise<T>,
    inWords: (value: T) => string,
  ): void {
    command.action(async (...given: Given) => {
      this.answer(await work(await this.open(), ...given), inWords);
    });
  }

  answer<T>(value: T, inWords: (value: T) => string): void {
    this.#terminal.stdout.write(`${this.#json ? JSON.stringify(value, null, 2) : inWords(value)}\n`);
  }

  /** Prints a list of any length, one line each. */
  async answerList<T>(
    values: AsyncIterable<T> | Iterable<T>,
    line: (value: T) => string,
    none: string,
  ): Promise<void> {
    const { stdout } = this.#terminal;
    let count = 0;
    for await (const value of values) {
      stdout.write(
        this.#json ? `${count === 0 ? '[' : ','}\n  ${JSON.stringify(value)}` : `${line(value)}\n`,
      );
      count += 1;
    }
    if (this.#json) stdout.write(count === 0 ? '[]\n' : '\n]\n');
    else if (count === 0) stdout.write(`${none}\n`);
  }

  reportError(error: unknown): void {
    const { stderr } = this.#terminal;
    if (error instanceof BadSettings) for (const problem of error.problems) stderr.write(`${problem}\n`);
    else stderr.write(this.#json ? `${JSON.stringify({ error: wording(error) })}\n` : `${wording(error)}\n`);
  }

  /** Closes what was opened, or is being opened. */
  async end(): Promise<void> {
    await this.#opening?.catch(() => {});
    await this.#opened.disposeAsync();
  }
}

function wording(error: unknown): string {
  const known = asDomainError(error);
  return known && !(error instanceof DatabaseUnavailable) ? known.message : inWords(error);
}
