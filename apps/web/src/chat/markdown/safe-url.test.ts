import { expect, test } from 'vitest';
import { domainOf, safeUrl } from './safe-url.ts';

test('links lead only to the web or to mail', () => {
  expect(safeUrl('https://example.org/a?b=c')).toBe('https://example.org/a?b=c');
  expect(safeUrl('http://example.org')).toBe('http://example.org/');
  expect(safeUrl('mailto:ada@example.org')).toBe('mailto:ada@example.org');
});

test.each([
  'javascript:alert(1)',
  ' \tjava\nscript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://example.org/1',
  'file:///etc/passwd',
  '/api/auth/logout',
  '//evil.example',
  '#top',
  '',
])('%j is not a link', (url) => {
  expect(safeUrl(url)).toBeUndefined();
});

test('a domain is named without www', () => {
  expect(domainOf('https://www.example.org/a')).toBe('example.org');
  expect(domainOf('nonsense')).toBe('');
});
