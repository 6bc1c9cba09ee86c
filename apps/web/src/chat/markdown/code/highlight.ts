import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import type { Code } from './highlight-worker.ts';

/** Some grammars take time that grows with the square of the code: 30,000 characters of words in C take 10 s. */
const deadlineMs = 1_000;
/** So that a row has its colours at once when it comes back into view. */
const keptMax = 50;

type Tree = Parameters<typeof toJsxRuntime>[0];

const kept = new Map<string, ReactNode>();
let working: Promise<Worker> | undefined;
let last: Promise<unknown> = Promise.resolve();

const keyOf = ({ code, language }: Code) => `${language}\n${code}`;

/** The coloured elements of code that was highlighted before; null if it cannot be, undefined if it was not. */
export const highlighted = (code: Code): ReactNode | undefined => kept.get(keyOf(code));

/**
 * Code as coloured elements, made in a worker: a reply may have any code, which must not stop the page. Null for an
 * unknown language, or one that takes too long; undefined if the code is no longer `wanted` when its turn comes.
 * Rejects when the worker cannot be loaded, as offline.
 */
export function highlight(code: Code, wanted: () => boolean): Promise<ReactNode | undefined> {
  const turn = last.then(() => {
    const known = highlighted(code);
    return known === undefined && wanted() ? colour(code) : known;
  });
  last = turn.catch(() => {});
  return turn;
}

async function colour(code: Code): Promise<ReactNode> {
  working ??= started();
  const worker = await working;
  const tree = await new Promise<Tree | null>((resolve) => {
    const timer = setTimeout(() => {
      worker.terminate();
      working = undefined;
      resolve(null);
    }, deadlineMs);
    worker.onmessage = ({ data }: MessageEvent<Tree | null>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.postMessage(code);
  });
  const nodes = tree && toJsxRuntime(tree, { Fragment, jsx, jsxs });
  kept.set(keyOf(code), nodes);
  const [oldest] = kept.keys();
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
  return nodes;
}

/** Rejects when the worker's file cannot be loaded; the next code tries again. */
function started(): Promise<Worker> {
  const worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = () => resolve(worker);
    worker.onerror = () => {
      working = undefined;
      reject(new Error('code could not be coloured'));
    };
  });
}
