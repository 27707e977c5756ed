import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import { NavButton, NavGroup, Navigation, NavMore } from './navigation.tsx';

const icon = <svg width="20" height="20" aria-hidden="true" />;

const show = (active = false) =>
  render(
    <>
      <button type="button">Beside</button>
      <Navigation label="Main" toggleLabels={{ collapse: 'Collapse', expand: 'Expand' }}>
        <NavButton icon={icon} label="Overview" href="#overview" active={!active} />
        <NavMore label="More" active={active} badge={{ count: 2, label: '2 things wait' }}>
          <NavGroup heading="Security">
            <NavButton icon={icon} label="Domains" href="#domains" active={active} />
            <NavButton
              icon={icon}
              label="A page with a name that is longer than the bar is wide"
              href="#long"
            />
          </NavGroup>
        </NavMore>
      </Navigation>
    </>,
  );

const more = () => page.getByRole('button', { name: 'More 2 things wait' });
const domains = () => page.getByRole('link', { name: 'Domains' });

beforeEach(() => page.viewport(320, 640));
afterEach(async () => {
  location.hash = '';
  await page.viewport(720, 480);
});

test('on a phone the button opens the entries above the bar, one below the other', async () => {
  await show();
  await expect.element(more()).toHaveAttribute('aria-expanded', 'false');
  expect(domains().query()).toBeNull();
  await more().click();
  await expect.element(more()).toHaveAttribute('aria-expanded', 'true');
  const [entry, bar] = [domains(), more()].map((each) => each.element().getBoundingClientRect());
  expect(entry?.bottom).toBeLessThanOrEqual(bar?.top ?? 0);
  expect([entry?.width, entry?.height]).toEqual([304, 48]);
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('Escape closes it and gives the focus back to the button', async () => {
  await show();
  await more().click();
  (domains().element() as HTMLElement).focus();
  await userEvent.keyboard('{Escape}');
  expect(domains().query()).toBeNull();
  expect(document.activeElement).toBe(more().element());
});

test('a link is followed and closes it', async () => {
  await show();
  await more().click();
  await domains().click();
  expect(location.hash).toBe('#domains');
  expect(domains().query()).toBeNull();
});

test('a press beside it and the focus beside it close it', async () => {
  await show();
  await more().click();
  await page.getByRole('button', { name: 'Beside' }).click();
  expect(domains().query()).toBeNull();

  await more().click();
  await userEvent.tab({ shift: true });
  await expect.element(page.getByRole('link', { name: 'Overview' })).toHaveFocus();
  expect(domains().query()).toBeNull();
});

test.each([true, false])(
  'the button is marked when the current page is one of its entries: %s',
  async (active) => {
    await show(active);
    expect(more().element().getAttribute('aria-current')).toBe(active ? 'true' : null);
  },
);

test('in a wide window the entries are a part of the list, and there is no button', async () => {
  await page.viewport(1000, 640);
  await show();
  await expect.element(domains()).toBeVisible();
  expect(more().query()).toBeNull();
  const [domain, overview] = [domains(), page.getByRole('link', { name: 'Overview' })].map((each) =>
    each.element().getBoundingClientRect(),
  );
  expect(domain).toMatchObject({ left: overview?.left, width: overview?.width });
});
