/** The conformance cases of the components in `navigation/`. */
import { NavButton, NavGroup, Navigation, NavMore } from '#navigation/navigation/navigation.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#navigation/tabs/tabs.tsx';

import type { ConformanceCase } from './conformance-case.ts';

const toggleLabels = { collapse: 'Collapse', expand: 'Expand' };
const icon = <svg width="20" height="20" aria-hidden="true" />;

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Navigation',
    render: (given) => (
      <Navigation {...given} label="Main" toggleLabels={toggleLabels}>
        <NavButton icon={icon} label="Calls" href="#calls" />
      </Navigation>
    ),
    refTag: 'nav',
    labelled: { role: 'navigation', name: 'Main' },
  },
  {
    name: 'NavGroup',
    render: (given) => (
      <Navigation label="Main" toggleLabels={toggleLabels}>
        <NavGroup {...given} heading="Company">
          <NavButton icon={icon} label="Calls" href="#calls" />
        </NavGroup>
      </Navigation>
    ),
    refTag: 'li',
    labelled: { role: 'list', name: 'Company' },
  },
  {
    name: 'NavMore',
    render: (given) => (
      <Navigation label="Main" toggleLabels={toggleLabels}>
        <NavMore {...given} label="More">
          <NavButton icon={icon} label="Calls" href="#calls" />
        </NavMore>
      </Navigation>
    ),
    refTag: 'li',
  },
  {
    name: 'NavButton, a link',
    render: (given) => (
      <Navigation label="Main" toggleLabels={toggleLabels}>
        <NavButton {...given} icon={icon} label="Calls" href="#calls" />
      </Navigation>
    ),
    refTag: 'a',
    labelled: { role: 'link', name: 'Calls' },
    disabled: {
      render: () => (
        <Navigation label="Main" toggleLabels={toggleLabels}>
          <NavButton icon={icon} label="Calls" href="#calls" disabled />
        </Navigation>
      ),
      control: { role: 'link', name: 'Calls' },
    },
  },
  {
    name: 'NavButton, a button',
    render: (given) => (
      <Navigation label="Main" toggleLabels={toggleLabels}>
        <NavButton {...given} icon={icon} label="Call" />
      </Navigation>
    ),
    refTag: 'button',
    labelled: { role: 'button', name: 'Call' },
    disabled: {
      render: () => (
        <Navigation label="Main" toggleLabels={toggleLabels}>
          <NavButton icon={icon} label="Call" disabled />
        </Navigation>
      ),
      control: { role: 'button', name: 'Call' },
    },
  },
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
