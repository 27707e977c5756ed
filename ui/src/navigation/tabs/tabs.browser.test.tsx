import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import { Tab, TabList, TabPanel, Tabs, type TabsProps } from './tabs.tsx';

const parts = (
  <>
    <TabList label="Calls">
      <Tab id="all">All</Tab>
      <Tab id="missed">Missed</Tab>
      <Tab id="recorded" disabled>
        Recorded
      </Tab>
      <Tab id="voicemail">Voicemail</Tab>
    </TabList>
    <TabPanel id="all">
      <input aria-label="Search" />
    </TabPanel>
    <TabPanel id="missed" keepMounted>
      <input aria-label="Note" />
    </TabPanel>
    <TabPanel id="recorded">None</TabPanel>
    <TabPanel id="voicemail">Two messages</TabPanel>
  </>
);

const tab = (name: string) => page.getByRole('tab', { name });
const focused = () => document.activeElement?.textContent;
const press = async (keys: string) => {
  await userEvent.keyboard(keys);
  return focused();
};

test.each([
  ['horizontal', '{ArrowRight}', '{ArrowLeft}'],
  ['vertical', '{ArrowDown}', '{ArrowUp}'],
] as const)('%s: %s goes on, %s goes back, both wrap', async (orientation, next, previous) => {
  await render(
    <Tabs defaultActiveTabId="all" orientation={orientation}>
      {parts}
    </Tabs>,
  );
  await userEvent.tab();
  expect(focused()).toBe('All');
  expect([await press(next), await press(next), await press(next), await press(next)]).toEqual([
    'Missed',
    'Recorded',
    'Voicemail',
    'All',
  ]);
  expect(await press(previous)).toBe('Voicemail');
  expect([await press('{Home}'), await press('{End}')]).toEqual(['All', 'Voicemail']);
});

test('the list is one Tab stop: the active tab, then the panel', async () => {
  await render(<Tabs defaultActiveTabId="missed">{parts}</Tabs>);
  await userEvent.tab();
  expect(focused()).toBe('Missed');
  await userEvent.tab();
  expect(document.activeElement?.role).toBe('tabpanel');
  await userEvent.tab({ shift: true });
  expect(focused()).toBe('Missed');
});

test('manual: Space activates the tab with the focus, arrows do not', async () => {
  const onChange = vi.fn();
  await render(
    <Tabs defaultActiveTabId="all" onChange={onChange}>
      {parts}
    </Tabs>,
  );
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab('All')).toHaveAttribute('aria-selected', 'true');
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.keyboard(' ');
  await expect.element(tab('Missed')).toHaveAttribute('aria-selected', 'true');
  expect(onChange.mock.calls).toEqual([['missed']]);
});

test('automatic: a tab is active as soon as it has the focus; a disabled one never', async () => {
  const onChange = vi.fn();
  await render(
    <Tabs defaultActiveTabId="all" activation="automatic" onChange={onChange}>
      {parts}
    </Tabs>,
  );
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(focused()).toBe('Recorded');
  await userEvent.keyboard('{Enter}{ArrowRight}');
  expect(onChange.mock.calls).toEqual([['missed'], ['voicemail']]);
});

test('a disabled tab says so and does not answer a click', async () => {
  const onChange = vi.fn();
  await render(
    <Tabs defaultActiveTabId="all" onChange={onChange}>
      {parts}
    </Tabs>,
  );
  await expect.element(tab('Recorded')).toHaveAttribute('aria-disabled', 'true');
  await tab('Recorded').click({ force: true });
  expect(onChange).not.toHaveBeenCalled();
});

test('every tab leads to its panel and back, also a panel that was never shown', async () => {
  await render(<Tabs defaultActiveTabId="all">{parts}</Tabs>);
  await expect.element(page.getByRole('tabpanel')).toBeVisible();
  const tabs = [...document.querySelectorAll('[role=tab]')];
  const panels = tabs.map((one) => document.getElementById(one.getAttribute('aria-controls') ?? ''));
  expect(panels.map((panel) => panel?.getAttribute('aria-labelledby'))).toEqual(tabs.map(({ id }) => id));
  expect(panels.map((panel) => panel?.childElementCount)).toEqual([1, 0, 0, 0]);
  expect(panels.map((panel) => panel?.checkVisibility())).toEqual([true, false, false, false]);
});

test('content keeps its state with keepMounted, and only then', async () => {
  await render(<Tabs defaultActiveTabId="all">{parts}</Tabs>);
  await page.getByRole('textbox', { name: 'Search' }).fill('Ada');
  await tab('Missed').click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Call back');
  await tab('All').click();
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveValue('');
  await tab('Missed').click();
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Call back');
});

test('controlled: only the app changes the tab', async () => {
  const asked: string[] = [];
  function App() {
    const [active, setActive] = useState('all');
    return (
      <>
        <Tabs activeTabId={active} onChange={(id) => asked.push(id)}>
          {parts}
        </Tabs>
        <button onClick={() => setActive('voicemail')}>Go to voicemail</button>
      </>
    );
  }
  await render(<App />);
  await tab('Missed').click();
  expect(asked).toEqual(['missed']);
  await expect.element(tab('All')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button').click();
  await expect.element(tab('Voicemail')).toHaveAttribute('aria-selected', 'true');
  expect(asked).toEqual(['missed']);
});

test('an unknown controlled id selects no tab, and the first keeps the Tab stop', async () => {
  await render(
    <Tabs activeTabId="gone" onChange={() => {}}>
      {parts}
    </Tabs>,
  );
  expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(0);
  await userEvent.tab();
  expect(focused()).toBe('All');
});

test.each<[string, Partial<TabsProps>]>([
  ['no id', {}],
  ['an unknown id', { defaultActiveTabId: 'gone' }],
])('uncontrolled with %s: the first tab that is not disabled', async (_, props) => {
  const onChange = vi.fn();
  await render(
    <Tabs {...(props as { defaultActiveTabId?: string })} onChange={onChange}>
      <TabList label="Calls">
        <Tab id="all" disabled>
          All
        </Tab>
        <Tab id="missed">Missed</Tab>
      </TabList>
    </Tabs>,
  );
  await expect.element(tab('Missed')).toHaveAttribute('aria-selected', 'true');
});

test('on a phone the list scrolls to the active tab, and the page does not scroll', async () => {
  await page.viewport(360, 400);
  await render(
    <>
      <p>{'The tabs are below the fold. '.repeat(60)}</p>
      <Tabs defaultActiveTabId="9">
        <TabList label="Years">
          {Array.from({ length: 12 }, (_, year) => (
            <Tab key={year} id={String(year)}>
              The year {2010 + year}
            </Tab>
          ))}
        </TabList>
      </Tabs>
    </>,
  );
  const list = page.getByRole('tablist').element();
  const inView = (name: string) => {
    const { left, right } = tab(name).element().getBoundingClientRect();
    return left >= 0 && right <= list.clientWidth + list.getBoundingClientRect().left;
  };
  expect(inView('The year 2019')).toBe(true);
  expect([scrollY, document.documentElement.scrollLeft]).toEqual([0, 0]);
  await tab('The year 2018').click();
  await userEvent.keyboard('{Home}{Enter}');
  await expect.poll(() => inView('The year 2010')).toBe(true);
  expect(list.scrollLeft).toBe(0);
  await page.viewport(720, 480);
});

test('the underline lies under the active tab', async () => {
  const { container } = await render(<Tabs defaultActiveTabId="missed">{parts}</Tabs>);
  const line = container.querySelector('[role=presentation]');
  await expect.poll(() => line?.checkVisibility()).toBe(true);
  const { left, width } = tab('Missed').element().getBoundingClientRect();
  expect(line?.getBoundingClientRect()).toMatchObject({ left, width });
});
