import { endpoints } from '@app/contract/calls/endpoints.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { wrongCode } from '@app/testing/product/mailbox.ts';
import {
  ada,
  codeField,
  codeTitle,
  emailField,
  logInToCodeStep,
  loginButton,
  successTitle,
  verifyButton,
  errorMessage,
} from '@app/testing/screens/sign-in-screens.ts';

const wrong = "Wrong or expired code. Please check the code and try again, or click 'send new code'.";
const tooMany = 'Too many failed attempts, please log in again with credentials.';

test(
  'a wrong code shows an error, and the right one still works',
  { tag: '@engines' },
  async ({ page, product, monitor }) => {
    monitor.mayAnswer(401, endpoints.verifyCode);
    const code = await logInToCodeStep(page, product.mailbox);
    await codeField(page).fill(wrongCode(code));
    await expect(errorMessage(page, wrong)).toBeVisible();
    await expect(codeField(page)).toBeFocused();

    await codeField(page).fill(code);
    await expect(successTitle(page)).toBeVisible();
    expect(monitor.calls(endpoints.verifyCode)).toBe(2);
  },
);

test('five wrong codes end the challenge, and then the right code is refused too', async ({
  page,
  product,
  request,
  monitor,
}) => {
  monitor.mayAnswer(401, endpoints.verifyCode);
  monitor.mayAnswer(429, endpoints.verifyCode);
  const signedIn = page.waitForResponse((response) =>
    response.url().endsWith(endpoints.signInWithPassword.path),
  );
  const code = await logInToCodeStep(page, product.mailbox);
  const { mfa } = (await (await signedIn).json()) as { mfa: { session: string } };

  let guess = code;
  for (let tries = 1; tries <= limits.codeTries; tries += 1) {
    guess = wrongCode(guess);
    const answered = page.waitForResponse((response) => response.url().endsWith(endpoints.verifyCode.path));
    await codeField(page).fill(guess);
    expect((await answered).status()).toBe(tries < limits.codeTries ? 401 : 429);
    if (tries === limits.codeTries) break;
    await expect(verifyButton(page)).not.toHaveAttribute('aria-busy', 'true');
    await expect(errorMessage(page, tries === 4 ? '1 try left.' : `${5 - tries} tries left.`)).toBeVisible();
  }
  await expect(errorMessage(page, tooMany)).toBeVisible();
  await expect(loginButton(page)).toBeVisible();
  await expect(emailField(page)).toHaveValue(ada);
  await expect(codeTitle(page)).toBeHidden();

  const refused = await request.post(endpoints.verifyCode.path, {
    data: { email: ada, code, session: mfa.session },
  });
  expect(refused.status()).toBe(429);
  expect(await refused.json()).toMatchObject({ error: { name: 'tooManyRequests' } });
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0);
});
