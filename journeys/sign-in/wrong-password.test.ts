import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ada,
  codeTitle,
  emailField,
  logIn,
  loginButton,
  password,
  passwordField,
  errorMessage,
} from '@app/testing/screens/sign-in-screens.ts';

const incorrect = 'The credentials provided are incorrect.';

test(
  'a wrong password shows an error, and everything typed stays',
  { tag: '@engines' },
  async ({ page, monitor }) => {
    monitor.mayAnswer(401, endpoints.signInWithPassword);
    await page.goto('/login');
    await logIn(page, ada, 'Wrong-Password-1!');

    const alert = errorMessage(page, incorrect);
    await expect(alert).toBeVisible();
    await expect(passwordField(page)).toBeFocused();
    await expect(emailField(page)).toHaveValue(ada);
    await expect(passwordField(page)).toHaveValue('Wrong-Password-1!');
    await expect(page).toHaveURL('/login');

    await passwordField(page).fill(password);
    await loginButton(page).click();
    await expect(codeTitle(page)).toBeVisible();
    await expect(page.getByText(incorrect)).toBeHidden();
  },
);

test('an unknown address gets the same answer as a wrong password', async ({ page, monitor }) => {
  monitor.mayAnswer(401, endpoints.signInWithPassword);
  await page.goto('/login');
  await logIn(page, 'nobody@northline.test');
  await expect(errorMessage(page, incorrect)).toBeVisible();
});

test('after five wrong passwords the right one is refused too, and a mailed link is offered', async ({
  page,
  product,
  monitor,
}) => {
  monitor.mayAnswer(401, endpoints.signInWithPassword);
  monitor.mayAnswer(429, endpoints.signInWithPassword);
  await page.goto('/login');
  for (let tries = 1; tries <= 5; tries += 1) {
    const answered = page.waitForResponse((response) =>
      response.url().endsWith(endpoints.signInWithPassword.path),
    );
    await logIn(page, ada, `Wrong-Password-${tries}!`);
    expect((await answered).status()).toBe(401);
    await expect(loginButton(page)).not.toHaveAttribute('aria-busy', 'true');
    // The focus goes there with the message, and what is typed before would go with it.
    await expect(passwordField(page)).toBeFocused();
  }
  await logIn(page, ada);
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible();
  expect(await product.mailbox.mails(ada)).toHaveLength(0);
});

test(
  'empty and invalid fields show an error before any call',
  { tag: '@engines' },
  async ({ page, monitor }) => {
    await page.goto('/login');
    await loginButton(page).click();
    await expect(page.getByText('This field is required.')).toHaveCount(2);
    await expect(emailField(page)).toBeFocused();
    await expect(emailField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(emailField(page)).toHaveAccessibleDescription('This field is required.');

    await emailField(page).fill('ada@');
    await passwordField(page).fill(password);
    await loginButton(page).click();
    await expect(emailField(page)).toHaveAccessibleDescription('Invalid e-mail');
    await expect(emailField(page)).toBeFocused();
    await expect(passwordField(page)).toHaveValue(password);
    await expect(page.getByText('This field is required.')).toHaveCount(0);
    expect(monitor.calls(endpoints.signInWithPassword)).toBe(0);
  },
);
