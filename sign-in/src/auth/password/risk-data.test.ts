import * as limits from '@app/contract/fields/limits.ts';
import { expect, test, vi } from 'vitest';

import { clientIdOf, collectRiskData } from './risk-data.ts';

const config = {
  riskDataScriptUrl: '/risk-data.js',
  clientIds: { web: 'web', webSecure: 'web-secure', mobile: 'mobile', mobileSecure: 'mobile-secure' },
};

test('the script is called with the client id of this page', async () => {
  const collect = vi.fn(async () => ({ deviceToken: 'token' }));
  const data = await collectRiskData(config, { load: async () => ({ collect }), protocol: 'https:' });
  expect(data).toEqual({ deviceToken: 'token' });
  expect(collect).toHaveBeenCalledWith('web-secure');
  await collectRiskData(config, { load: async () => ({ collect }), protocol: 'https:', platform: 'ios' });
  expect(collect).toHaveBeenLastCalledWith('mobile-secure');
});

test.each([
  ['http:', 'authentication-ui', 'web'],
  ['https:', 'authentication-ui', 'web-secure'],
  ['https:', 'dashboard', 'web-secure'],
  ['http:', 'aircall-workspace', 'web'],
  ['http:', 'android', 'mobile'],
  ['https:', 'android', 'mobile-secure'],
  ['http:', 'ios', 'mobile'],
] as const)('on %s from %s the client id is %s', (protocol, platform, id) => {
  expect(clientIdOf(config, protocol, platform)).toBe(id);
});

test('a disabled, missing, broken or throwing script gives no risk data and no error', async () => {
  const load = vi.fn(async () => ({}));
  expect(await collectRiskData({ ...config, riskDataScriptUrl: '' }, { load })).toBeUndefined();
  expect(load).not.toHaveBeenCalled();
  expect(await collectRiskData(config, { load })).toBeUndefined();
  expect(await collectRiskData(config, { load: () => Promise.reject(new Error('offline')) })).toBeUndefined();
  const thrown = (): never => {
    throw new Error('broken');
  };
  expect(await collectRiskData(config, { load: async () => ({ collect: thrown }) })).toBeUndefined();
});

test('the wait for the script ends at its limit', async () => {
  vi.useFakeTimers();
  const never = collectRiskData(config, { load: () => new Promise(() => {}) });
  const settled = vi.fn();
  void never.then(settled);
  await vi.advanceTimersByTimeAsync(limits.riskDataWait - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledWith(undefined);
});
