import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { ascending, median, quantile, withSpread } from './figures.ts';
import type { Load } from './load.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

export function machine(version: string): void {
  print(
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}, Node ${process.version}, Postgres ${version}, durability on, all on this machine`,
  );
}

export function heading(text: string): void {
  print(`\n${text}`);
}

export function line(what: string, figures: string, target?: string): void {
  print(`  ${what.padEnd(46)} ${figures}${target === undefined ? '' : `   (to reach: ${target})`}`);
}

/** Rounds of several servers with the same work: ratios first, then figures. */
export function compare(
  what: string,
  rounds: Readonly<Record<string, readonly Load[]>>,
  targets: Readonly<Record<string, string>>,
): void {
  const { jarvis = [], ...rivals } = rounds;
  for (const [name, loads] of Object.entries(rivals)) {
    const ratios = jarvis.map((load, i) => load.perSecond / (loads[i]?.perSecond ?? Number.NaN));
    line(`${what}: requests a second ÷ ${name}`, withSpread(ratios), targets[name]);
  }
  for (const [name, loads] of Object.entries(rounds)) {
    const of = (field: keyof Load) => loads.map((load) => load[field]);
    const figures = [
      `${median(of('perSecond')).toFixed(0)}/s`,
      `p50 ${median(of('p50Ms')).toFixed(1)} ms`,
      `p99 ${median(of('p99Ms')).toFixed(1)} ms`,
      `processor ${median(of('serverUs')).toFixed(0)} + ${median(of('postgresUs')).toFixed(0)} µs`,
    ];
    print(`      ${name.padEnd(10)} ${figures.join(', ')}`);
  }
}

/** `p50 1.2 ms, p95 3.4 ms, p99 4.5 ms` */
export function quantiles(ms: readonly number[]): string {
  const sorted = ascending(ms);
  const at = (part: number) => `${quantile(sorted, part).toFixed(1)} ms`;
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`;
}
