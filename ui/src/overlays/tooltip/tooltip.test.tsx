import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { Button } from '#actions/button/button.tsx';
import { Tooltip, type TooltipProps } from './tooltip.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const isOpen = () => screen.queryByRole('tooltip')?.hasAttribute('data-open') ?? false;

async function setUp(props: Partial<TooltipProps> = {}) {
  render(
    <Tooltip text="Calls ring here." {...props}>
      <Button aria-describedby="other">Ring time</Button>
    </Tooltip>,
  );
  await pass(0);
  return screen.getByRole('button', { name: props.describes === 'name' ? 'Calls ring here.' : 'Ring time' });
}

async function hover(element: HTMLElement, pointerType = 'mouse') {
  fireEvent.pointerEnter(element, { pointerType });
  fireEvent.mouseEnter(element);
  fireEvent.mouseMove(element);
  await pass(0);
}

test('it opens at once and closes 100 ms after the pointer has left (spec §9)', async () => {
  const button = await setUp();
  await hover(button);
  expect(isOpen()).toBe(true);
  fireEvent.mouseLeave(button);
  await pass(99);
  expect(isOpen()).toBe(true);
  await pass(1);
  expect(isOpen()).toBe(false);
});

test('with a delay it waits for as long as it is hovered', async () => {
  const button = await setUp({ delay: 500 });
  await hover(button);
  await pass(499);
  expect(isOpen()).toBe(false);
  await pass(1);
  expect(isOpen()).toBe(true);
});

test('a pointer that leaves before the delay has passed opens nothing', async () => {
  const button = await setUp({ delay: 500 });
  await hover(button);
  await pass(400);
  fireEvent.mouseLeave(button);
  await pass(5000);
  expect(isOpen()).toBe(false);
});

test('a finger does not open it', async () => {
  await hover(await setUp(), 'touch');
  await pass(5000);
  expect(isOpen()).toBe(false);
});

test('a disabled tooltip does not open and still describes', async () => {
  const button = await setUp({ disabled: true });
  await hover(button);
  await pass(5000);
  expect(isOpen()).toBe(false);
  expect(button.getAttribute('aria-describedby')).toContain('-tooltip');
});

test('the description is added to the one that the control has', async () => {
  const button = await setUp();
  const [other, own] = button.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(other).toBe('other');
  expect(document.getElementById(own ?? '')?.textContent).toBe('Calls ring here.');
});

test('as a name it gives no description, so that nothing is read twice', async () => {
  const button = await setUp({ describes: 'name' });
  expect(button.getAttribute('aria-label')).toBe('Calls ring here.');
  expect(button.getAttribute('aria-describedby')).toBe('other');
});

test('the server renders the control with its description, and no style', () => {
  const html = renderToString(
    <Tooltip text="Calls ring here.">
      <Button>Ring time</Button>
    </Tooltip>,
  );
  expect(html).toContain('Calls ring here.');
  expect(html).toContain('aria-describedby');
  expect(html).not.toMatch(/ style=|<style|role="tooltip"/);
});
