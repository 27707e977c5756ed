/** Measures the processor time to verify SAML responses: a valid one, and the most expensive forgeries of the tests. */
import { createPrivateKey } from 'node:crypto';
import { verifySamlResponse } from '@app/service/src/security/saml/response.ts';
import { expecting, idp, respond, spKeys } from '@app/service/test/saml/saml-answers.ts';
import { samlForgeries } from '@app/service/test/saml/saml-forgeries.ts';
import { createTestIdp, makeSigningKeys } from '@app/service/test/saml/saml-idp.ts';

import { type Figure, median, type Part } from './figures.ts';

/** The runs for each response, after a few that are not measured. */
const rounds = 30;
const warmUp = 20;
/** The most that a forgery may cost, as a multiple of a valid response. */
const target = 8;

export async function measureSaml(): Promise<Part[]> {
  const now = Date.now();
  const decryptionKeys = [createPrivateKey(spKeys.privateKey)];
  const verify = (answer: string, flooded = false) =>
    verifySamlResponse(answer, expecting({ now, decryptionKeys, flooded }));

  /** The median processor time in milliseconds. */
  async function costOf(answer: string, flooded?: boolean): Promise<number> {
    const costs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = process.cpuUsage();
      await verify(answer, flooded);
      const { user, system } = process.cpuUsage(before);
      costs.push((user + system) / 1000);
    }
    return median(costs);
  }

  const honest = respond({ now });
  for (let round = 0; round < warmUp; round++) await verify(honest);
  const least = await costOf(honest);
  const stranger = createTestIdp(idp.entityId, await makeSigningKeys());
  const costs: { name: string; cost: number; flooded: number }[] = [];
  for (const [name, answer] of samlForgeries(now, stranger))
    costs.push({ name, cost: await costOf(answer), flooded: await costOf(answer, true) });
  const worst = costs.toSorted((a, b) => b.cost - a.cost);
  const ratio = (worst[0]?.cost ?? Number.NaN) / least;
  const figures: Figure[] = [
    { name: 'an honest answer, both signed', value: `${least.toFixed(2)} ms` },
    {
      name: `the worst of ${costs.length} forgeries ÷ an honest answer`,
      value: ratio.toFixed(2),
      target: `≤ ${target}`,
      met: ratio <= target,
    },
    ...worst.slice(0, 5).map(({ name, cost }) => ({ name, value: `${cost.toFixed(2)} ms` })),
    {
      name: 'the middle of the forgeries',
      value: `${median(costs.map(({ cost }) => cost)).toFixed(2)} ms`,
    },
    {
      name: 'the same after many refusals',
      value: `${median(costs.map(({ flooded }) => flooded)).toFixed(2)} ms`,
    },
  ];
  return [
    {
      title: 'Answers of identity providers, processor time',
      figures,
      note: `Each answer ${rounds} times in one process, without network and database; each figure is the middle.`,
    },
  ];
}
