import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { Tab, TabList, TabPanel, Tabs } from './tabs.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Tabs',
    render: (given) => (
      <Tabs {...given} defaultActiveTabId="all">
        <TabList label="Calls">
          <Tab id="all">All</Tab>
        </TabList>
        <TabPanel id="all">128 calls</TabPanel>
      </Tabs>
    ),
    refTag: 'div',
    disabled: {
      render: () => (
        <Tabs defaultActiveTabId="all">
          <TabList label="Calls">
            <Tab id="all">All</Tab>
            <Tab id="missed" disabled>
              Missed
            </Tab>
          </TabList>
          <TabPanel id="all">128 calls</TabPanel>
          <TabPanel id="missed">4 calls</TabPanel>
        </Tabs>
      ),
      control: { role: 'tab', name: 'Missed' },
    },
  },
  {
    name: 'TabList',
    render: (given) => (
      <Tabs defaultActiveTabId="all">
        <TabList {...given} label="Calls">
          <Tab id="all">All</Tab>
        </TabList>
        <TabPanel id="all">128 calls</TabPanel>
      </Tabs>
    ),
    refTag: 'div',
    labelled: { role: 'tablist', name: 'Calls' },
  },
];
