/** Makes a browser an older one: its pages get neither the styles nor the built-ins that one of the oldest browsers lacks. */
import type { BrowserContext, Page } from '@playwright/test';

import { supported } from './floor.ts';
import { olderStyles } from './older-styles.ts';

/** The built-ins that one of the oldest browsers lacks: `Object.member`, `Object.member_static`, or a global name. */
const newerBuiltIns = [...supported].flatMap(([key, known]) => {
  const [, name] = /^(?:javascript\.builtins|api)\.((?:Intl\.)?\w+(?:\.\w+)?)$/.exec(key) ?? [];
  return known || name === undefined ? [] : [name];
});

/**
 * Call it before the first page is opened. The context needs the option `bypassCSP`, because the policy has the hash of the
 * style.
 */
export async function makeOlder(context: BrowserContext): Promise<void> {
  await context.addInitScript((names) => {
    type Owner = { [name: string]: Owner } | undefined;
    for (const name of names) {
      const path = name.replace(/^Window\./, '').split('.');
      const [member = '', isStatic] = path.pop()?.split('_static') ?? [];
      const owner = path.reduce<Owner>((inside, each) => inside?.[each], globalThis as unknown as Owner);
      const prototype = owner?.['prototype'];
      // The key of a built-in of the language does not say whether it is static.
      if (isStatic === undefined && prototype && member in prototype) delete prototype[member];
      else delete owner?.[member];
    }
  }, newerBuiltIns);
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    await serveOlderStyles(page);
    return page;
  };
}

/** Changes the answers, not the requests: Playwright's routes would send a form without its `Origin`. */
async function serveOlderStyles(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on(
    'Fetch.requestPaused',
    ({ requestId, resourceType, responseStatusCode = 0, responseHeaders = [] }) => {
      const change = async (): Promise<void> => {
        if (responseStatusCode !== 200) {
          await session.send('Fetch.continueResponse', { requestId });
          return;
        }
        const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId });
        const text = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString();
        const older =
          resourceType === 'Stylesheet'
            ? olderStyles(text)
            : text.replace(/(?<=<style>)[^<]*/g, (style) => olderStyles(style));
        await session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: responseStatusCode,
          responseHeaders: responseHeaders.filter(({ name }) => !/^content-(?:encoding|length)$/i.test(name)),
          body: Buffer.from(older).toString('base64'),
        });
      };
      // The page was left meanwhile.
      change().catch(() => undefined);
    },
  );
  const patterns = (['Document', 'Stylesheet'] as const).map((resourceType) => ({
    resourceType,
    requestStage: 'Response' as const,
  }));
  await session.send('Fetch.enable', { patterns });
}
