/** Threat C1: refuses the answers of three signing libraries after every known wrapping attack. */
import { expect, test } from 'vitest';

import { processorTime } from '#test/setup/processor.ts';
import { expecting, respond, samlifyAnswer, samlpAnswer } from '#test/saml/saml-answers.ts';
import { rewritten, stranger, wrappings } from '#test/saml/saml-wrapping.ts';

import { verifySamlResponse } from './response.ts';

const sources: Record<string, () => string | Promise<string>> = {
  'xml-crypto, both signed': () => respond(),
  'xml-crypto, assertion signed': () => respond({ sign: 'assertion' }),
  'samlp, both signed': () => samlpAnswer({ sign: 'both' }),
  'samlp, assertion signed': () => samlpAnswer({ sign: 'assertion' }),
  'samlify, both signed': () => samlifyAnswer('both'),
  'samlify, assertion signed': () => samlifyAnswer('assertion'),
};

test('C1: no wrapped answer is accepted', async () => {
  let tried = 0;
  let accepted = 0;
  let slowest = 0;
  for (const [source, make] of Object.entries(sources)) {
    const answer = await make();
    // Unchanged, or only parsed and serialised, it is valid: so the attacks fail because of their changes.
    for (const good of [answer, rewritten(answer)]) {
      expect([source, await verifySamlResponse(good, expecting())]).toMatchObject([
        source,
        { ok: true, identity: { email: 'ada@northline.test' } },
      ]);
    }
    for (const wrapped of wrappings(answer)) {
      expect(Buffer.from(wrapped.answer, 'base64').toString()).toContain(stranger);
      const start = processorTime();
      const result = await verifySamlResponse(wrapped.answer, expecting());
      slowest = Math.max(slowest, processorTime() - start);
      tried++;
      if (result.ok) accepted++;
      expect([source, wrapped.name, result]).toMatchObject([
        source,
        wrapped.name,
        { ok: false, error: 'sso-invalid-response' },
      ]);
    }
  }
  expect(tried).toBeGreaterThanOrEqual(116);
  expect(slowest).toBeLessThan(300);
});
