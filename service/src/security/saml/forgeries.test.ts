/** Issue 4, 2.3: the processor time of a forged answer, as a ratio to that of a genuine one. */
import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';

import { processorTime } from '#test/setup/processor.ts';
import { expecting, idp, respond, spKeys } from '#test/saml/saml-answers.ts';
import { samlForgeries } from '#test/saml/saml-forgeries.ts';
import { createTestIdp, makeSigningKeys } from '#test/saml/saml-idp.ts';

import { verifySamlResponse } from './response.ts';

const now = Date.now();
const rounds = 5;
const decryptionKeys = [createPrivateKey(spKeys.privateKey)];

/** The minimum of several rounds: other processes can only add to the time. */
async function costOf(answer: string): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const before = processorTime();
    await verifySamlResponse(answer, expecting({ now, decryptionKeys }));
    least = Math.min(least, processorTime() - before);
  }
  return least;
}

test('E5: a forgery costs at most eight times the processor time of a genuine answer', async () => {
  const stranger = createTestIdp(idp.entityId, await makeSigningKeys());
  const forgeries = samlForgeries(now, stranger);
  const honest = respond({ now });
  expect(await verifySamlResponse(honest, expecting({ now }))).toMatchObject({ ok: true });
  const least = await costOf(honest);
  let worst = { name: '', ratio: 0 };
  let accepted = 0;
  for (const [name, answer] of forgeries) {
    if ((await verifySamlResponse(answer, expecting({ now, decryptionKeys }))).ok) accepted++;
    const ratio = (await costOf(answer)) / least;
    if (ratio > worst.ratio) worst = { name, ratio };
  }
  expect(accepted).toBe(0);
  expect(worst.ratio).toBeLessThanOrEqual(8);
});

test('C10: after many refusals only answers with a signature by a known key are processed', async () => {
  const stranger = createTestIdp(idp.entityId, await makeSigningKeys());
  const flooded = { now, decryptionKeys, flooded: true };
  const reasons = new Map<string, number>();
  for (const [, answer] of samlForgeries(now, stranger)) {
    const verdict = await verifySamlResponse(answer, expecting(flooded));
    const reason = verdict.ok ? 'accepted' : verdict.reason;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const honest: boolean[] = [];
  for (const answer of [respond({ now }), respond({ now, sign: 'assertion' })])
    honest.push((await verifySamlResponse(answer, expecting(flooded))).ok);
  expect(reasons.has('accepted')).toBe(false);
  expect(reasons.get('no known key, after many refusals')).toBeGreaterThan(10);
  expect(honest).toEqual([true, true]);
});
