import type { Cookie, Page } from '@playwright/test';

import { minutes } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test, type Hosts } from '@app/testing/browser/https-hosts.ts';
import {
  ada,
  ben,
  codeField,
  logIn,
  loginButton,
  password,
  signIn,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

/** The names of all cookies of a session. */
const session = ['id_token', 'refresh_token', 'auth_strategy', 'refresh_token_expiration_date'] as const;
type Values = Readonly<Record<(typeof session)[number], string>>;

/** Each way takes one page load. In milliseconds. */
const manyPages = minutes(4);

/** Cookies that a sibling host plants, always for the whole domain. */
interface Way {
  readonly names: readonly (typeof session)[number][];
  readonly path: string;
  readonly partitioned: boolean;
}
const paths = ['/login', '/login/', '/login/success'];

const ways = (
  cookiePaths: readonly string[],
  kinds: readonly boolean[],
  sets: readonly Way['names'][],
): Way[] =>
  cookiePaths.flatMap((path) =>
    kinds.flatMap((partitioned) => sets.map((names) => ({ names, path, partitioned }))),
  );
const describeWay = ({ names, path, partitioned }: Way): string =>
  `${names.join('+')} for ${path}${partitioned ? ', partitioned' : ''}`;

/** The attacker's own session, ben's, whose tokens the service accepts. */
async function sessionOfAttacker({ serviceUrl }: Hosts): Promise<Values> {
  const answer = await fetch(`${serviceUrl}${endpoints.signInWithPassword.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ben, password }),
  });
  const { basic } = (await answer.json()) as { basic: Record<string, unknown> };
  return Object.fromEntries(session.map((name) => [name, String(basic[name])])) as Values;
}

/** Plants cookies with a script on `sibling`, a page of the sibling host. */
async function plant(sibling: Page, values: Values, { names, path, partitioned }: Way): Promise<void> {
  const end = `; Domain=corp.test; Path=${path}; Secure; SameSite=None${partitioned ? '; Partitioned' : ''}`;
  for (const name of names)
    await sibling.evaluate((text) => void (document.cookie = text), `__Secure-${name}=${values[name]}${end}`);
}

/** The remaining session cookies, including planted ones. */
const leftOf = (cookies: readonly Cookie[]): Cookie[] =>
  cookies.filter(({ name }) => session.some((one) => name === `__Secure-${one}`));

async function expectSignedOut(page: Page, way: Way): Promise<void> {
  await expect(loginButton(page), describeWay(way)).toBeVisible();
  await expect(page, describeWay(way)).toHaveURL(/\/login$/);
  await expect(page.getByText(ben), describeWay(way)).toHaveCount(0);
  expect(leftOf(await page.context().cookies()), describeWay(way)).toEqual([]);
}

test.beforeEach(({ monitor, hosts }) => monitor.mayVisit(hosts.origin('evil')));

test('D9: a session that a sibling host planted for a path of ours is not accepted', async ({
  page,
  context,
  hosts,
  monitor,
}) => {
  test.setTimeout(manyPages);
  const attacker = await sessionOfAttacker(hosts);
  const sibling = await context.newPage();
  await sibling.goto(hosts.origin('evil'));
  const before = [
    ...ways(paths, [false, true], [session, ['refresh_token']]),
    ...ways(['/login'], [false], [['id_token']]),
  ];
  for (const way of before) {
    await plant(sibling, attacker, way);
    // The path of this page gets all of the cookies.
    await page.goto('/login/success');
    await expectSignedOut(page, way);
  }
  // The app did not use the attacker's refresh token.
  expect(monitor.calls(endpoints.refreshTokens)).toBe(0);
});

test("D9: a second cookie with a session's name signs the person out, and every variant is deleted", async ({
  page,
  context,
  hosts,
  product,
  monitor,
}) => {
  test.setTimeout(manyPages);
  await signIn(page, product.mailbox);
  const own = await context.cookies();
  const attacker = await sessionOfAttacker(hosts);
  const sibling = await context.newPage();
  await sibling.goto(hosts.origin('evil'));
  // A sibling app of the product may write for path / as well; a partitioned cookie there is a second one.
  const names: Way['names'][] = [['id_token'], ['refresh_token']];
  const during = [...ways(paths, [false, true], names), ...ways(['/'], [true], [...names, session])];
  for (const way of during) {
    await context.clearCookies();
    await context.addCookies(own);
    await plant(sibling, attacker, way);
    await page.goto('/login/success');
    await expectSignedOut(page, way);
  }
  expect(monitor.calls(endpoints.refreshTokens)).toBe(0);
});

test('D9: cookies planted while the password is typed are deleted by the sign-in', async ({
  page,
  context,
  hosts,
  product,
}) => {
  test.setTimeout(manyPages);
  const attacker = await sessionOfAttacker(hosts);
  const sibling = await context.newPage();
  await sibling.goto(hosts.origin('evil'));
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  for (const partitioned of [false, true])
    // Cookies for deeper paths are not visible here; a page that sees them signs the person out, as above.
    for (const path of ['/', '/login', '/login/'])
      await plant(sibling, attacker, { names: session, path, partitioned });
  await logIn(page, ada);
  await codeField(page).fill(await product.mailbox.nextCode(ada));
  await expect(successTitle(page)).toBeVisible();
  await expect(page.getByText(ada)).toBeVisible();
  await page.reload();
  await expect(successTitle(page)).toBeVisible();
  await expect(page.getByText(ada)).toBeVisible();
  const values = leftOf(await context.cookies()).map(({ value }) => value);
  expect(values).toHaveLength(session.length);
  expect(values).not.toContain(attacker.id_token);
  expect(values).not.toContain(attacker.refresh_token);
});
