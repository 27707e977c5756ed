import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { NavButton, NavGroup, Navigation, NavMore } from './navigation.tsx';

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
];
