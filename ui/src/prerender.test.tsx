import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Banner } from './feedback/banner/banner.tsx';
import { Button, ButtonLink } from './actions/button/button.tsx';
import { CodeField } from './forms/code-field/code-field.tsx';
import { FieldNote } from './forms/field-note/field-note.tsx';
import { Loader } from './feedback/loader/loader.tsx';
import { NativeSelect } from './forms/native-select/native-select.tsx';
import { PasswordField } from './forms/password-field/password-field.tsx';
import { PasswordRequirements } from './forms/password-requirements/password-requirements.tsx';
import { ScreenHeading } from './layout/screen-heading/screen-heading.tsx';
import { FormStack } from './layout/stack/stack.tsx';
import { StatusList } from './feedback/status-list/status-list.tsx';
import { ScreenIcon } from '#layout/screen-icon/screen-icon.tsx';
import { TextField } from './forms/text-field/text-field.tsx';
import { ToastRegion } from './feedback/toast/toast-region.tsx';
import { createToastStore } from './feedback/toast/toast-store.ts';
import { NavButton, Navigation } from './navigation/navigation/navigation.tsx';

const store = createToastStore({ defaultDismissIn: 0 });

/** Every component, as in a prerendered page. */
const page = (
  <>
    <FormStack>
      <ScreenIcon kind="done" />
      <ScreenHeading lead="Log in to your account.">Welcome back</ScreenHeading>
      <Banner action={<a href="/login">Log in</a>}>The credentials provided are incorrect.</Banner>
      <TextField label="Email" name="email" hint="Your work address" error="Invalid e-mail" />
      <PasswordField
        label="Password"
        name="password"
        toggleLabel="Show password"
        capsLockHint="Caps Lock is on"
      />
      <PasswordRequirements
        label="Your password needs at least"
        items={[{ id: 'length', text: '8 characters', met: false }]}
        metLabel="met"
        notMetLabel="not met"
        summary="0 of 1 requirements met"
        value=""
      />
      <CodeField label="Security code" name="code" length={6} hint={<FieldNote />} />
      <Button type="submit" loading>
        Login
      </Button>
      <ButtonLink href="/dashboard">Open Dashboard</ButtonLink>
    </FormStack>
    <NativeSelect label="Language" options={[{ value: 'en', label: 'English' }]} />
    <Loader label="Loading" />
    <StatusList label="Services" items={[{ id: 'auth', name: 'Sign-in', state: 'good', text: 'Working' }]} />
    <ToastRegion store={store} label="Notifications" closeLabel="Close" />
  </>
);

test('every prerendered component hydrates without a warning and keeps typed values', async () => {
  store.showToast({ message: 'Shown before the page was alive' });
  const container = document.createElement('div');
  container.innerHTML = renderToString(page);
  document.body.append(container);
  // A strict content security policy refuses none of it.
  expect(container.innerHTML).not.toMatch(/ style=|<style|<script/);

  const fields = () => [...container.querySelectorAll('input')];
  for (const [index, field] of fields().entries())
    field.value = ['ada@northline.test', 'Kestrel', '123456'][index] ?? '';
  const complaints: unknown[] = [];
  const root = await act(() =>
    hydrateRoot(container, page, { onRecoverableError: (error) => complaints.push(error) }),
  );
  expect(complaints).toEqual([]);
  expect(fields().map(({ value }) => value)).toEqual(['ada@northline.test', 'Kestrel', '123456']);
  expect(document.body.textContent).toContain('Shown before the page was alive');
  act(() => root.unmount());
  container.remove();
});

test('the server renders the navigation without a style attribute', () => {
  const html = renderToString(
    <Navigation label="Main" toggleLabels={{ collapse: 'Collapse', expand: 'Expand' }} defaultCollapsed>
      <NavButton icon={null} label="Calls" href="/calls" active />
    </Navigation>,
  );
  expect(html).toContain('aria-label="Calls"');
  expect(html).not.toMatch(/ style=|<style|<script/);
});
