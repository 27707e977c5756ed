/** The conformance cases of the components in `layout/`. */
import { ScreenHeading } from '#layout/screen-heading/screen-heading.tsx';
import { ScreenIcon } from '#layout/screen-icon/screen-icon.tsx';
import { FormStack, Stack } from '#layout/stack/stack.tsx';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';

import type { ConformanceCase } from './conformance-case.ts';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'ScreenHeading',
    render: (given) => (
      <ScreenHeading {...given} lead="Log in to your account.">
        Welcome back
      </ScreenHeading>
    ),
    refTag: 'h1',
    labelled: { role: 'heading', name: 'Welcome back' },
  },
  { name: 'ScreenIcon', render: (given) => <ScreenIcon {...given} kind="done" />, refTag: 'svg' },
  { name: 'Stack', render: (given) => <Stack {...given}>Two calls are waiting.</Stack>, refTag: 'div' },
  {
    name: 'FormStack',
    render: (given) => (
      <FormStack {...given} aria-label="Log in">
        Two calls are waiting.
      </FormStack>
    ),
    refTag: 'form',
    labelled: { role: 'form', name: 'Log in' },
  },
  {
    name: 'VisuallyHidden',
    render: (given) => <VisuallyHidden {...given}>250 unread messages</VisuallyHidden>,
    refTag: 'span',
  },
];
