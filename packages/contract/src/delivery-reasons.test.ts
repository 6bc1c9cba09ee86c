import { expect, it, test } from 'vitest';
import {
  type DeliveryReason,
  deliveryError,
  deliveryReasons,
  readDeliveryError,
} from './delivery-reasons.ts';

test.each(Object.keys(deliveryReasons) as DeliveryReason[])('%s is read from its words', (reason) => {
  const detail = deliveryReasons[reason].every((words) => words.includes('{detail}')) ? '(503).' : '';
  expect(readDeliveryError(deliveryError(reason, detail))).toEqual({ reason, detail });
});

it('has a detail in each language or in none', () => {
  for (const texts of Object.values(deliveryReasons))
    expect(new Set(texts.map((words) => words.includes('{detail}'))).size).toBe(1);
});

it('words of another version are not read', () => {
  expect(readDeliveryError('Lost.')).toBeUndefined();
});
