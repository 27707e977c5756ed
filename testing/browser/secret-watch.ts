/**
 * Watches what a browser sends, for the canary test (threat D11): what a call of the product carries and answers is
 * secret, and may be in nothing else that leaves the page.
 */
import type { BrowserContext, Request, Response } from '@playwright/test';

import { createHunt, summaryOf, type Finding } from '@app/service/test/canary/hunt.ts';
import { createSecrets, nested, type Secrets } from '@app/service/test/canary/secrets.ts';

export interface SecretWatch {
  readonly secrets: Secrets;
  /** A value with secrets to depth 12 and in JSON in texts. */
  deep(name: string): Record<string, unknown>;
  /** Everything that was sent beside the product's own calls, by kind. */
  places(): Map<string, string>;
  /** What the hunt finds in these places and in `places()`. Takes the session's cookies for secrets, too. */
  hunt(more: ReadonlyMap<string, string>): Promise<{ found: string[]; words: string }>;
}

const secretNames =
  /^(?:password|currentPassword|passwordConfirmation|code|session|idToken|refreshToken|confirmationCode|token|mailboxProof|deviceToken|codeVerifier|\w+_token)$/;

/** Watches all pages of the context from now on. */
export async function watchSecrets(context: BrowserContext): Promise<SecretWatch> {
  const secrets = createSecrets();
  const beside: string[] = [];
  const beacons: string[] = [];
  const referers: string[] = [];
  const reading: Promise<void>[] = [];

  function learnFrom(name: string, value: unknown, key = ''): void {
    if (typeof value === 'string' && secretNames.test(key) && value.length > 5)
      secrets.learn(`${key} of ${name}`, value);
    else if (typeof value === 'object' && value !== null)
      for (const [inner, item] of Object.entries(value)) learnFrom(name, item, inner);
  }
  const learnJson = (name: string, text: string | null): void => {
    if (text?.startsWith('{')) learnFrom(name, JSON.parse(text));
  };
  const isCall = (request: Request): boolean =>
    request.resourceType() === 'fetch' && new URL(request.url()).pathname.startsWith('/auth/');

  context.on('request', (request) => {
    referers.push(request.headers()['referer'] ?? '');
    if (isCall(request)) return learnJson(new URL(request.url()).pathname, request.postData());
    // The address of a page comes from an email or a provider.
    const address = request.isNavigationRequest() ? '' : request.url();
    beside.push(address, request.isNavigationRequest() ? '' : (request.postData() ?? ''));
  });
  context.on('response', (response: Response) => {
    if (!isCall(response.request())) return;
    const { pathname } = new URL(response.url());
    reading.push(
      response.text().then(
        (text) => learnJson(pathname, text),
        () => undefined,
      ),
    );
  });
  await context.exposeBinding('keepBeacon', (_source, text: string) => void beacons.push(text));
  await context.addInitScript(() => {
    const own = navigator.sendBeacon.bind(navigator);
    const keep = (globalThis as unknown as { keepBeacon: (text: string) => Promise<void> }).keepBeacon;
    navigator.sendBeacon = (url, data) => {
      void new Response(data ?? '').text().then(keep);
      return own(url, data);
    };
  });

  const places = () =>
    new Map([
      ['requests beside the calls', beside.join('\n')],
      ['beacons', beacons.join('\n')],
      ['Referers', referers.join('\n')],
    ]);
  return {
    secrets,
    deep: (name) => nested(secrets, name),
    places,
    async hunt(more) {
      await Promise.all(reading);
      for (const { name, value } of await context.cookies())
        if (value.length > 30 && name.includes('token'))
          secrets.learn(`cookie ${name}`, decodeURIComponent(value));
      const { find } = createHunt(secrets.list());
      const all = [...places(), ...more];
      const found: Finding[] = all.flatMap(([place, text]) => find(place, text));
      const sizes = all.map(([place, text]) => `${place} (${text.length} letters)`).join(', ');
      const { planted, learned } = secrets.counts();
      const words = `${planted} planted and ${learned} real secrets × ${sizes}: ${found.length} found`;
      return { found: summaryOf(found), words };
    },
  };
}
