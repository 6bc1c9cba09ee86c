import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { nodeFlags, processorMs } from '@jarvis/testkit';
import { type Node, parse } from 'acorn';
import { expect, it } from 'vitest';

/**
 * Resource exhaustion by a crafted text (CWE-1333): a pattern that backtracks blocks the only thread. Runs each
 * pattern of the service on texts that repeat its repetitions, in two lengths. If the longer one takes more than its
 * share, the pattern grows faster than the text.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = ['packages/contract/src', 'packages/core/src', 'packages/database/src', 'apps/api/src'];

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

it('every pattern takes time in proportion to the text, and has its flags for the whole of it', () => {
  const patterns = new Map<string, Pattern>();
  for (const pattern of [...written(), ...built()]) {
    patterns.set(`/${pattern.source}/${pattern.flags.replace(/[gy]/g, '')}`, pattern);
  }
  expect(patterns.size).toBeGreaterThan(300);
  // V8 sometimes ignores flags inside a pattern (nodejs/node#60030).
  expect([...patterns.keys()].filter((name) => /\(\?-?[ims]/.test(name))).toEqual([]);
  const slow = [...patterns].flatMap(([name, pattern]) => {
    const attack = suspects(pattern).find((text) => isSlow(pattern, text));
    return attack === undefined ? [] : [`${JSON.stringify(attack(3))}: ${name}`];
  });
  expect(slow).toEqual([]);
}, 120_000);

/** The literals in the code. */
function written(): Pattern[] {
  const files = sources.flatMap((folder) => globSync(`${root}${folder}/**/*.ts`));
  return files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const script = stripTypeScriptTypes(readFileSync(file, 'utf8'));
      const found: Pattern[] = [];
      const visit = (node: unknown): void => {
        if (typeof node !== 'object' || node === null) return;
        if ('regex' in node) {
          const { pattern, flags } = node.regex as { pattern: string; flags: string };
          found.push({ source: pattern, flags });
        }
        for (const child of Object.values(node)) visit(child);
      };
      visit(parse(script, { ecmaVersion: 'latest', sourceType: 'module' }) satisfies Node);
      return found;
    });
}

/** Patterns built when the modules of core are loaded, recorded by the constructor in a separate process. */
function built(): Pattern[] {
  const script = `
    const built = [];
    const note = (pattern) => {
      if (/packages.core.src/.test(new Error().stack)) built.push({ source: pattern.source, flags: pattern.flags });
      return pattern;
    };
    globalThis.RegExp = new Proxy(RegExp, {
      construct: (target, given) => note(new target(...given)),
      apply: (target, _, given) => note(target(...given)),
    });
    await import(${JSON.stringify(`${root}packages/core/src/index.ts`)});
    process.stdout.write(JSON.stringify(built));`;
  return JSON.parse(
    execFileSync(process.execPath, [...nodeFlags(), '--input-type=module', '-e', script], {
      encoding: 'utf8',
      maxBuffer: 2 ** 24,
    }),
  );
}

/** A text that repeats something many times. */
type Attack = (times: number) => string;

const generic = [' ', '\n', 'a', 'a ', 'a, ', '1', '1 ', 'ok, ', '(', '[', '<a ', 'A.', '"', '-', 'und '];

function attacksOn({ source, flags }: Pattern): Attack[] {
  const attacks = new Map<string, Attack>();
  const add = (before: string, repeated: string) => {
    if (repeated === '') return;
    for (const end of ['', '\u0001']) {
      attacks.set(JSON.stringify([before, repeated, end]), (times) => before + repeated.repeat(times) + end);
    }
  };
  for (const repeated of generic) add('', repeated);
  const unicode = /[uv]/.test(flags);
  const tree = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, undefined, undefined, {
    unicode,
  });
  for (const quantifier of quantifiersOf(tree)) {
    const before = textBefore(quantifier, flags);
    for (const repeated of textsOf(quantifier.element, flags)) {
      add('', repeated);
      add(before, repeated);
      add('', before + repeated);
      add(`${before}${repeated}`, ' ');
    }
  }
  return [...attacks.values()];
}

function quantifiersOf(node: AST.Node): AST.Quantifier[] {
  const own = node.type === 'Quantifier' && node.max > 9 ? [node] : [];
  return [...own, ...childrenOf(node).flatMap(quantifiersOf)];
}

function childrenOf(node: AST.Node): AST.Node[] {
  if ('alternatives' in node && node.type !== 'ClassStringDisjunction') return [...node.alternatives];
  if (node.type === 'Alternative') return [...node.elements];
  return node.type === 'Quantifier' ? [node.element] : [];
}

/** A text that leads to a node: the text before it in each enclosing group. */
function textBefore(node: AST.Node, flags: string): string {
  const { parent } = node;
  if (!parent) return '';
  const siblings = parent.type === 'Alternative' ? parent.elements : [];
  const before = siblings.slice(0, siblings.indexOf(node as AST.Element));
  return textBefore(parent, flags) + before.map((sibling) => textsOf(sibling, flags)[0] ?? '').join('');
}

const characters = [...' a1A,.;:\'"-_/=<>[]()!?@#%*+äè\n\t。'];
const textsMax = 6;

/** Some texts that a node matches. */
function textsOf(node: AST.Node, flags: string): string[] {
  switch (node.type) {
    case 'Character':
      return [String.fromCodePoint(node.value)];
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const one = new RegExp(`^${node.raw}$`, flags);
      return characters.filter((character) => one.test(character)).slice(0, textsMax);
    }
    case 'Quantifier':
      return textsOf(node.element, flags).map((text) => text.repeat(Math.max(1, node.min)));
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.flatMap((alternative) => textsOf(alternative, flags).slice(0, 2)).slice(0, 20);
    case 'Alternative': {
      const parts = node.elements.map((element) => textsOf(element, flags));
      const length = Math.max(1, ...parts.map((texts) => Math.min(texts.length, 3)));
      return Array.from({ length }, (_, i) => parts.map((texts) => texts[i % texts.length] ?? '').join(''));
    }
    default:
      return [];
  }
}

const shortChars = 2_000;
const longChars = 4 * shortChars;
/** With four times the text, a linear pattern takes four times as long, a quadratic one sixteen. */
const growthMax = 9;
/** Backtracking over the longer text takes longer than this, on any machine: less is not judged. */
const judgedFromMs = 3;
/** The engine is told to give up; a linear pattern takes a thousandth. */
const gaveUpMs = 500;

const context = createContext({ now: () => performance.now() });
const search = new Script('pattern.lastIndex = 0; text.replace(pattern, "")');
const searchAll = new Script(
  'for (const text of texts) { const from = now(); text.replace(pattern, ""); spent.push(now() - from); }',
);

/**
 * The attacks that took long enough to be judged. They run together, because the engine's limit needs a thread each
 * time.
 */
function suspects(pattern: Pattern): Attack[] {
  const attacks = attacksOn(pattern);
  const spent: number[] = [];
  const texts = attacks.map((attack) => repeated(attack, longChars));
  Object.assign(context, { pattern: everywhere(pattern), texts, spent });
  endsInTime(searchAll);
  // Those that the limit prevented are suspects, too.
  return attacks.filter((_, i) => (spent[i] ?? judgedFromMs) >= judgedFromMs);
}

const everywhere = ({ source, flags }: Pattern) =>
  new RegExp(source, flags.includes('g') ? flags : `${flags.replace('y', '')}g`);
const repeated = (attack: Attack, chars: number) => attack(Math.ceil(chars / attack(1).length));

function isSlow(of: Pattern, attack: Attack): boolean {
  const pattern = everywhere(of);
  const long = repeated(attack, longChars);
  const firstMs = msOf(pattern, long);
  if (firstMs < judgedFromMs) return false;
  if (firstMs === Number.POSITIVE_INFINITY) return true;
  const short = repeated(attack, shortChars);
  const measured = (text: string) => processorMs(() => msOf(pattern, text));
  const grows = () => measured(long) > growthMax * measured(short);
  return measured(long) > judgedFromMs && grows() && grows();
}

/**
 * Processor time, because other programs may use the machine; the engine's own limit uses wall time, so the pattern
 * runs again.
 */
function msOf(pattern: RegExp, text: string): number {
  Object.assign(context, { pattern, text });
  for (let spentMs = 0; spentMs < gaveUpMs; ) {
    const from = process.threadCpuUsage();
    const ended = endsInTime(search);
    const { user, system } = process.threadCpuUsage(from);
    spentMs += (user + system) / 1_000;
    if (ended) return (user + system) / 1_000;
  }
  return Number.POSITIVE_INFINITY;
}

function endsInTime(script: Script): boolean {
  try {
    script.runInContext(context, { timeout: gaveUpMs });
    return true;
  } catch {
    return false;
  }
}
