/** Every component passes the same rules: its case in the `x.conformance.tsx` of its folder says what it is. */
import { UiProvider } from '@app/ui/provider';
import { createRef, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { commands, page, userEvent, type Locator } from 'vitest/browser';

import type { ConformanceCase, Found } from './conformance-case.ts';

const files = import.meta.glob<{ cases: readonly ConformanceCase[] }>('./*.conformance.tsx', {
  eager: true,
});
const all = Object.entries(files).flatMap(([file, { cases }]) => cases.map((each) => ({ file, each })));

const given = (ref: { current: Element | null }, copy = '') => ({
  ref: ref as never,
  id: `given-id${copy}`,
  className: 'given-class',
  'data-testid': `given${copy}`,
  title: 'Given title',
});

const find = ({ role, name }: Found, disabled?: boolean): Locator =>
  page.getByRole(role as 'button', { name, exact: true, ...(disabled !== undefined && { disabled }) });
const show = (node: ReactNode) => render(<UiProvider>{node}</UiProvider>);

const { documentElement } = document;

beforeEach(() => page.viewport(720, 480));
afterEach(async () => {
  documentElement.style.fontSize = '';
  await commands.emulate({ forcedColors: null, reducedMotion: 'reduce' });
});

describe.each(all)('$each.name', ({ each }) => {
  test('gives its element the ref, the id, the class, data attributes and every other one', async () => {
    const ref = { current: null as Element | null };
    await show(each.render(given(ref)));
    expect(ref.current?.tagName.toLowerCase()).toBe(each.refTag);
    expect(['id', 'title', 'data-testid'].map((name) => ref.current?.getAttribute(name))).toEqual([
      'given-id',
      'Given title',
      'given',
    ]);
    const styled = document.querySelectorAll('.given-class');
    expect(styled).toHaveLength(1);
    expect(styled[0] === ref.current).toBe(!each.classNameElsewhere);
    // Its own class is kept beside the given one.
    expect(styled[0]?.classList.length).toBeGreaterThan(1);
  });

  test('stands twice in a page without one id for two elements, and every id that it names exists', async () => {
    await show(
      <>
        {each.render(given(createRef<Element>()))}
        {each.render(given(createRef<Element>(), '-2'))}
      </>,
    );
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const named = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls'].flatMap((attribute) =>
      [...document.querySelectorAll(`[${attribute}]`)].flatMap((element) =>
        (element.getAttribute(attribute) ?? '').split(' '),
      ),
    );
    expect(named.filter((id) => id !== '' && !document.getElementById(id))).toEqual([]);
  });

  test('fits a phone, also with text of 200 %', async () => {
    await page.viewport(320, 640);
    for (const fontSize of ['', '200%']) {
      documentElement.style.fontSize = fontSize;
      const { unmount } = await show(each.render(given(createRef<Element>())));
      expect(documentElement.scrollWidth, fontSize).toBeLessThanOrEqual(320);
      await unmount();
    }
  });

  test('is there in forced colours, and moves nothing where less motion is wanted', async () => {
    const ref = { current: null as Element | null };
    await commands.emulate({ forcedColors: 'active' });
    await show(each.render(given(ref)));
    expect(document.getAnimations().filter(moves)).toEqual([]);
    if (!each.labelled) return;
    const control = find(each.labelled).element();
    // A heading or a region that only script focuses shows no ring.
    if (!(control instanceof HTMLElement) || control.tabIndex < 0) return;
    control.blur();
    const before = linesAround(control);
    // After a key the browser shows the focus that script gives, as it does after Tab.
    await userEvent.keyboard('{Shift}');
    control.focus();
    if (document.activeElement !== control) return;
    await expect.poll(() => linesAround(control)).not.toEqual(before);
  });
});

test.each(casesWith('labelled'))(
  '$name has its name from its label',
  async ({ render: renderCase, labelled }) => {
    await show(renderCase(given(createRef<Element>())));
    await expect.element(find(labelled)).toBeInTheDocument();
  },
);

test.each(casesWith('disabled'))('$name is disabled for assistive technology', async ({ disabled }) => {
  await show(disabled.render());
  await expect.element(find(disabled.control, true)).toBeInTheDocument();
});

test.each(casesWith('readOnly'))('$name is read-only for assistive technology', async ({ readOnly }) => {
  await show(readOnly.render());
  const control = find(readOnly.control).element();
  expect(control.ariaReadOnly === 'true' || (control as HTMLInputElement).readOnly).toBe(true);
});

test.each(casesWith('opens'))(
  '$name opens over the page without moving it, and Escape gives the focus back',
  async ({ render: renderCase, opens }) => {
    const shifts = watchShifts();
    // Long enough that the page scrolls.
    await show(
      <>
        {renderCase(given(createRef<Element>()))}
        <div data-testid="filler" ref={makeHigh} />
      </>,
    );
    const trigger = find(opens.trigger);
    // The elements themselves: what opens may hide the rest of the page from roles. A DOMRect equals any other one.
    const elements = [trigger.element(), page.getByTestId('filler').element()];
    const boxes = () => elements.map((element): unknown => element.getBoundingClientRect().toJSON());
    const before = boxes();
    await userEvent.click(trigger);
    await expect.element(find(opens.popup)).toBeVisible();
    expect(boxes()).toEqual(before);
    expect(shifts()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(find(opens.popup)).not.toBeInTheDocument();
    await expect.element(trigger).toHaveFocus();
  },
);

/** That every component has a case is tested in `ui/test/conformance/entries.test.ts`. */
test('there are cases', () => {
  expect(all.length).toBeGreaterThan(0);
});

/** The cases that say something about one of the rules. */
function casesWith<Rule extends keyof ConformanceCase>(rule: Rule) {
  return all
    .map(({ each }) => each)
    .filter(
      (each): each is ConformanceCase & Required<Pick<ConformanceCase, Rule>> => each[rule] !== undefined,
    );
}

/**
 * The lines that are seen around a control, around the mark that is painted for a transparent one, and around the two
 * frames that it is in: forced colours leave nothing else of a focus style, no shadow and no background.
 */
function linesAround(control: HTMLElement): string[] {
  const { parentElement: parent, nextElementSibling: mark } = control;
  return [control, mark, parent, parent?.parentElement].flatMap((element) => {
    if (!element?.checkVisibility({ opacityProperty: true })) return [];
    const style = getComputedStyle(element);
    return (['outline', 'border-top', 'border-inline-start', 'border-bottom'] as const).map((line) => {
      const [width, kind] = ['width', 'style'].map((part) => style.getPropertyValue(`${line}-${part}`));
      return kind === 'none' || width === '0px' ? 'no line' : `${width} ${kind}`;
    });
  });
}

/** Whether an animation runs that changes more than the opacity: a spinner that pulses does not move. */
function moves({ playState, effect }: Animation): boolean {
  const changed = effect instanceof KeyframeEffect ? effect.getKeyframes().flatMap(Object.keys) : [];
  const harmless = ['opacity', 'offset', 'computedOffset', 'easing', 'composite'];
  return playState === 'running' && changed.some((property) => !harmless.includes(property));
}

function makeHigh(element: HTMLElement | null) {
  element?.style.setProperty('height', '1200px');
}

/** The layout shifts from now on, of the kind that Chromium reports, those after a person's input included. */
function watchShifts(): () => number[] {
  const shifts: number[] = [];
  const observer = new PerformanceObserver((list) =>
    shifts.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value)),
  );
  observer.observe({ type: 'layout-shift' });
  onTestFinished(() => observer.disconnect());
  return () => {
    shifts.push(
      ...observer.takeRecords().map((entry) => (entry as PerformanceEntry & { value: number }).value),
    );
    return shifts;
  };
}
