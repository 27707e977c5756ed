// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';

import { readDeviceToken } from './local-values.ts';

afterEach(() => localStorage.clear());

it('finds the token that the risk-data script keeps, and none where there is none', () => {
  localStorage.setItem('platform', 'web');
  expect(readDeviceToken()).toBeUndefined();
  localStorage.setItem('device_token.web-client', 'd1.x.y');
  expect(readDeviceToken()).toBe('d1.x.y');
  expect(readDeviceToken(undefined)).toBe('d1.x.y');
});

it('is without one where the browser blocks storage', () => {
  const blocked = {
    getItem() {
      throw new DOMException('blocked', 'SecurityError');
    },
    setItem() {},
    removeItem() {},
    'device_token.web-client': '',
  };
  expect(readDeviceToken(blocked)).toBeUndefined();
});
