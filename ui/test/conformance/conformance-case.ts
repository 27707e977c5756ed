/** What a component says about itself, so that one test holds every component to the same rules. */
import type { ReactNode, Ref } from 'react';

/** What the test gives; the component passes all of it to its root, or to the control that it wraps. */
export type GivenProps = {
  ref: Ref<never>;
  id: string;
  className: string;
  'data-testid': string;
  title: string;
};

/** A role and an accessible name, by which the test finds an element as assistive technology does. */
export type Found = { role: string; name: string };

/** A file `x.conformance.tsx` for each folder of components exports `cases`: one for each component. */
export type ConformanceCase = {
  /** The component's name: `Button`. */
  name: string;
  /** Renders the component with the given props. */
  render: (given: GivenProps) => ReactNode;
  /** The tag of the element that `ref` receives: `button`. */
  refTag: string;
  /** Whether `className` goes to another element than `ref` does, such as the root around an input. */
  classNameElsewhere?: boolean;
  /** The control, by its role and the name that its label gives it. Left out for what is neither control nor region. */
  labelled?: Found;
  /** The component disabled: its control stays in the page and assistive technology learns that it is disabled. */
  disabled?: { render: () => ReactNode; control: Found };
  /** The component read-only: the same for what can be read and not changed. */
  readOnly?: { render: () => ReactNode; control: Found };
  /** What opens over the page: a click on `trigger` shows `popup`. Nothing else moves, and Escape closes it. */
  opens?: { trigger: Found; popup: Found };
};
