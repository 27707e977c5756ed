/** What the accessibility tree of each engine says of the elements of a page: role and name, as its inspector tells them. */
import type { Page } from '@playwright/test';

/** The elements that are compared: those that have a role, by their name or an attribute. */
const compared = `
  a, button, input, select, textarea, summary, output, progress, img, svg, [role],
  h1, h2, h3, main, nav, header, footer, section, aside, form, fieldset, dialog,
  table, thead, tbody, tr, th, td, ul, ol, li, dt, dd`;

/** A line for each element, in the document's order: its role and name. Empty where the tree does not have it. */
export type Tree = readonly string[];

/** In no tree that a person reads, or in one engine only: `header` in a section. */
const withoutRole = new Set(['none', 'presentation', 'generic', 'sectionheader']);
/** Their content is read: an engine may take it for their name, too. */
const namedByContent = new Set([
  'listitem',
  'row',
  'cell',
  'rowheader',
  'columnheader',
  'term',
  'definition',
]);
/** Chromium's own names for roles. */
const ownRoles: Record<string, string> = { DisclosureTriangle: 'button', image: 'img' };

function lineOf(said = '', name = ''): string {
  const role = ownRoles[said] ?? said;
  if (role === '' || withoutRole.has(role)) return '';
  return namedByContent.has(role) ? role : `${role} "${name.replaceAll(/\s+/g, ' ').trim()}"`;
}

type Send = <Answer>(method: string, params?: object) => Promise<Answer>;

/** Playwright's own session with the engine. Only that with Chromium is public. */
function sessionOf(page: Page): { send: Send; context: string } {
  interface Internals {
    readonly delegate: { readonly _session: { send: Send } };
    mainFrame(): { readonly _id: string };
  }
  const { _connection } = page as unknown as { _connection: { toImpl(page: Page): Internals } };
  const internals = _connection.toImpl(page);
  const { _session: session } = internals.delegate;
  const { _id: context } = internals.mainFrame();
  return { send: session.send.bind(session) as Send, context };
}

/** Asks the inspector for each element that is drawn. The protocols of Chromium and WebKit are relatives. */
async function askEach(page: Page, send: Send, ask: (nodeId: number) => Promise<string>): Promise<Tree> {
  const { root } = await send<{ root: { nodeId: number } }>('DOM.getDocument');
  const query = { nodeId: root.nodeId, selector: compared };
  const { nodeIds } = await send<{ nodeIds: number[] }>('DOM.querySelectorAll', query);
  const drawn = await page.locator(compared).evaluateAll((all) => all.map((one) => one.checkVisibility()));
  return Promise.all(nodeIds.map((nodeId, at) => (drawn[at] ? ask(nodeId) : Promise.resolve(''))));
}

async function treeOfChromium(page: Page): Promise<Tree> {
  const session = await page.context().newCDPSession(page);
  const send = session.send.bind(session) as Send;
  type Node = { ignored: boolean; role?: { value: string }; name?: { value: string } };
  const tree = await askEach(page, send, async (nodeId) => {
    const query = { nodeId, fetchRelatives: false };
    const { nodes } = await send<{ nodes: Node[] }>('Accessibility.getPartialAXTree', query);
    return nodes[0]?.ignored === false ? lineOf(nodes[0].role?.value, nodes[0].name?.value) : '';
  });
  await session.detach();
  return tree;
}

async function treeOfWebKit(page: Page): Promise<Tree> {
  const { send } = sessionOf(page);
  type Properties = { ignored?: boolean; hidden?: boolean; role: string; label: string };
  return askEach(page, send, async (nodeId) => {
    const query = { nodeId };
    const { properties } = await send<{ properties: Properties }>(
      'DOM.getAccessibilityPropertiesForNode',
      query,
    );
    return properties.ignored || properties.hidden ? '' : lineOf(properties.role, properties.label);
  });
}

/** Firefox finds the elements of a role and a name. So each is looked for among those that have its line of `expected`. */
async function treeOfFirefox(page: Page, expected: Tree): Promise<Tree> {
  const { send, context } = sessionOf(page);
  async function locate(locator: object, more: object = {}): Promise<readonly string[]> {
    const query = { context, locator, ...more };
    const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', query);
    return nodes.map(({ sharedId }) => sharedId);
  }
  const elements = await locate({ type: 'css', value: compared });
  return Promise.all(
    elements.map(async (sharedId, at) => {
      const has = async (value: object): Promise<boolean> => {
        const among = { startNodes: [{ sharedId }], maxNodeCount: 1 };
        return (await locate({ type: 'accessibility', value }, among))[0] === sharedId;
      };
      const [line = '', role = '', name] = /^(\w+)(?: "(.+)"| "")?$/.exec(expected[at] ?? '') ?? [];
      if (line === '' || (await has({ role, ...(name !== undefined && { name }) }))) return line;
      return (await has({ role })) ? `${role} with another name` : 'another role';
    }),
  );
}

/** The tree of the engine that shows the page. Those of Firefox are compared with `expected`. */
export async function readTree(page: Page, expected: Tree = []): Promise<Tree> {
  const engine = page.context().browser()?.browserType().name();
  if (engine === 'firefox') return treeOfFirefox(page, expected);
  return engine === 'webkit' ? treeOfWebKit(page) : treeOfChromium(page);
}

/** How many elements of the page are compared. */
export const comparedCount = (page: Page): Promise<number> => page.locator(compared).count();
