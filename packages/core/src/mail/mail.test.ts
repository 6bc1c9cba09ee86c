import { expect, test } from 'vitest';
import { mailOf } from './mail.ts';

test('a paragraph of a mail has the direction of its own text', () => {
  expect(mailOf('en', 'Task', ['Hello,', 'שלום!']).html).toContain('<p dir="auto">שלום!</p>');
});
