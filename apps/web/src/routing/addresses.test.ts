import { expect, test } from 'vitest';
import {
  type Address,
  conversationAddress,
  conversationIn,
  leadsTo,
  type PagePath,
  pageAt,
  partOf,
  scheduleAddress,
} from './addresses.ts';
import { idIn, valueIn } from './value-in.ts';

const paths: readonly PagePath[] = ['/', '/c/*', '/tasks', '/connect', '/connect/*'];
const pages = Object.fromEntries(paths.map((path) => [path, path])) as Record<PagePath, PagePath>;

test('a path has its page, in any spelling', () => {
  const found = (pathname: string) => pageAt(pages, pathname);
  expect(['/', '/tasks', '/tasks/', '/Tasks'].map(found)).toEqual(['/', '/tasks', '/tasks', '/tasks']);
  expect(['/c/7', '/c/7/', '/connect', '/connect/code'].map(found)).toEqual([
    '/c/*',
    '/c/*',
    '/connect',
    '/connect/*',
  ]);
});

test('another path has none', () => {
  const others = ['/c', '/c/', '/c/7/8', '/task', '/tasks/7', '/x', '/constructor', ''];
  expect(others.filter((pathname) => pageAt(pages, pathname))).toEqual([]);
});

test('an address names its conversation, message or schedule', () => {
  expect(conversationAddress('7')).toBe('/c/7');
  expect(conversationAddress('7', null)).toBe('/c/7');
  expect(conversationAddress('7', '8&9')).toBe('/c/7?m=8%269');
  expect(scheduleAddress('7')).toBe('/schedules?schedule=7');
  expect(['/c/7', '/c/7/', '/tasks', '/', '/connect/7'].map(conversationIn)).toEqual([
    '7',
    '7',
    undefined,
    undefined,
    undefined,
  ]);
  expect(['/connect', '/connect/', '/connect/code'].map(partOf)).toEqual(['', '', 'code']);
});

test('a misspelt address is a type error', () => {
  const addresses: Address[] = ['/', '/tasks', '/c/7?m=8', '/account#profile'];
  // @ts-expect-error No page has this path.
  addresses.push('/task');
  // @ts-expect-error A pattern is not an address.
  addresses.push('/connect/*');
  // @ts-expect-error Nothing follows the path of this page.
  addresses.push('/tasks/7');
  expect(addresses).toHaveLength(7);
});

test('a value counts if it is given once and is not empty', () => {
  expect(valueIn('?m=7&other=8', 'm')).toBe('7');
  expect(['', '?m', '?m=', '?other=8', '?m=7&m=8'].map((search) => valueIn(search, 'm'))).toEqual(
    Array(5).fill(undefined),
  );
});

test('a truncated id counts as missing', () => {
  const id = '01900000-0000-7000-8000-0000000004d2';
  expect([id, id.toUpperCase()].map((value) => idIn(`?m=${value}`, 'm'))).toEqual([id, id.toUpperCase()]);
  const others = ['', '?m=7', `?m=${id.slice(0, -1)}`, `?m=${id}0`, `?m=${id}&m=${id}`];
  expect(others.map((search) => idIn(search, 'm'))).toEqual(Array(5).fill(undefined));
});

test('a link is current at its path, with its values', () => {
  const isCurrent = (to: string, pathname: string, search = '') => leadsTo(to, { pathname, search });
  expect(isCurrent('/tasks', '/tasks')).toBe(true);
  expect(isCurrent('/tasks', '/tasks/')).toBe(true);
  expect(isCurrent('/tasks', '/Tasks')).toBe(true);
  expect(isCurrent('/account#profile', '/account')).toBe(true);
  expect(isCurrent('/', '/')).toBe(true);
  expect(isCurrent('/schedules', '/schedules', '?schedule=7')).toBe(true);
  expect(isCurrent('/schedules?schedule=7', '/schedules', '?schedule=7')).toBe(true);
  expect(isCurrent('/schedules?schedule=7', '/schedules', '?schedule=8')).toBe(false);
  expect(isCurrent('/schedules?schedule=7', '/schedules')).toBe(false);
  expect(isCurrent('/', '/tasks')).toBe(false);
  expect(isCurrent('/c/7', '/c/77')).toBe(false);
});
