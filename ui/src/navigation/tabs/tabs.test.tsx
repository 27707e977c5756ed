import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

import { Tab, TabList, TabPanel, Tabs } from './tabs.tsx';

const parts = (
  <>
    <TabList label="Calls">
      <Tab id="all">All</Tab>
      <Tab id="missed">Missed</Tab>
    </TabList>
    <TabPanel id="all">128 calls</TabPanel>
  </>
);

test('both ids at once do not compile and warn; the controlled one is used', () => {
  vi.mocked(console.warn).mockImplementation(() => {});
  const { container } = render(
    // @ts-expect-error: a tab list is controlled or uncontrolled, not both (spec §4).
    <Tabs activeTabId="missed" defaultActiveTabId="all" onChange={() => {}}>
      {parts}
    </Tabs>,
  );
  expect(vi.mocked(console.warn).mock.calls).toEqual([
    [
      'Tabs: pass activeTabId (controlled) or defaultActiveTabId (uncontrolled), not both. activeTabId is used.',
    ],
  ]);
  expect(container.querySelector('[aria-selected=true]')?.textContent).toBe('Missed');
  vi.mocked(console.warn).mockClear();
});

/** React reports what a component throws; the test expects it. */
function expectThrow(run: () => void, message: RegExp) {
  vi.mocked(console.error).mockImplementation(() => {});
  expect(run).toThrow(message);
  vi.mocked(console.error).mockClear();
}

test('controlled without onChange does not compile and throws', () => {
  // @ts-expect-error: activeTabId needs onChange.
  expectThrow(() => render(<Tabs activeTabId="all">{parts}</Tabs>), /needs onChange/);
});

test('changing from one mode to the other throws', () => {
  const { rerender } = render(<Tabs defaultActiveTabId="all">{parts}</Tabs>);
  expectThrow(
    () =>
      rerender(
        <Tabs activeTabId="all" onChange={() => {}}>
          {parts}
        </Tabs>,
      ),
    /cannot change/,
  );
});

test('the server renders the chosen panel, without a style attribute', () => {
  const html = renderToString(<Tabs defaultActiveTabId="all">{parts}</Tabs>);
  expect(html).toContain('128 calls');
  expect(html).not.toMatch(/ style=|<style|<script/);
});
