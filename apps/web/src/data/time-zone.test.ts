import { afterEach, expect, it, vi } from 'vitest';
import { deviceZone, isSameTimeZone } from './time-zone.ts';

afterEach(() => vi.restoreAllMocks());

it('takes a device whose zone has no name for one in UTC', () => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce({
    ...options,
    timeZone: 'Etc/Unknown',
  });
  expect(isSameTimeZone(deviceZone(), 'Etc/UTC')).toBe(true);
});
