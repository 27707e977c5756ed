/** Threat C4: answers with a valid signature of the provider that must be refused. */
import * as limits from '@app/contract/fields/limits.ts';
import { expect, test } from 'vitest';

import { expecting, respond } from '#test/saml/saml-answers.ts';
import { samlCases } from '#test/saml/saml-cases.ts';

import { verifySamlResponse } from './response.ts';

const R = 'sso-invalid-response';
const now = Date.now();
const cases = samlCases(now);
const eve = (xml: string) => xml.replace(/(<saml:AttributeValue>)[^<]*/, '$1eve@northline.test');

test('C4: each case has the expected result', async () => {
  let right = 0;
  for (const [name, verdict, answer, expected] of cases) {
    const result = await verifySamlResponse(respond({ now, ...answer }), expecting({ now, ...expected }));
    expect([name, result.ok ? 'A' : result.error, result]).toEqual([name, verdict, result]);
    right++;
  }
});

test('C4: the NameID is used as the address only if no attribute is configured', async () => {
  const configuration = { ...expecting().configuration, emailAttribute: undefined };
  const answer = respond({ now, change: eve });
  const result = await verifySamlResponse(answer, expecting({ now, configuration }));
  expect(result).toMatchObject({ ok: true, identity: { email: 'ada@northline.test' } });
  const unknown = { ...configuration, emailAttribute: 'mobile' };
  expect(await verifySamlResponse(answer, expecting({ now, configuration: unknown }))).toMatchObject({
    error: R,
  });
  const friendly = { ...configuration, emailAttribute: 'mail' };
  expect(
    await verifySamlResponse(respond({ now }), expecting({ now, configuration: friendly })),
  ).toMatchObject({
    ok: true,
  });
});

test('C6: clocks may differ by up to a minute', async () => {
  const verdicts: string[] = [];
  for (const offset of [-400, -330, 0, 80, 120]) {
    const result = await verifySamlResponse(respond({ now: now + offset * 1000 }), expecting({ now }));
    verdicts.push(result.ok ? 'A' : 'R');
    if (!result.ok) expect(result.error).toBe('sso-expired');
  }
  expect(verdicts).toEqual(['R', 'A', 'A', 'A', 'R']);
});

test('C6: the edges are exact to the millisecond', async () => {
  const skew = limits.clockSkew;
  const accepted = async (time: number) => (await verifySamlResponse(answer, expecting({ now: time }))).ok;
  const answer = respond({ now });
  // NotBefore is 30 s before `now`: valid at exactly the skew, invalid a millisecond earlier.
  expect(await accepted(now - 30_000 - skew)).toBe(true);
  expect(await accepted(now - 30_000 - skew - 1)).toBe(false);
  // NotOnOrAfter is 300 s after `now`: invalid at exactly the skew.
  expect(await accepted(now + 300_000 + skew - 1)).toBe(true);
  expect(await accepted(now + 300_000 + skew)).toBe(false);
  const result = await verifySamlResponse(answer, expecting({ now }));
  expect(result).toMatchObject({ identity: { usableUntil: now + 300_000 + skew } });
});
