import { cleanup, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, test, vi } from 'vitest';

import { createAppTexts, TextsContext } from '#i18n/use-texts.ts';
import catalogue from '#i18n/locales/en.json' with { type: 'json' };

import { SupportCode } from './support-code.tsx';

/** The buttons on the page before the browser paints the code for the first time. */
function buttonsAtOnce(clipboard: boolean): number {
  vi.stubGlobal('navigator', clipboard ? { clipboard: {} } : {});
  let buttons = Number.NaN;
  function Watched() {
    useLayoutEffect(() => {
      buttons = screen.queryAllByRole('button').length;
    }, []);
    return <SupportCode code="K7Q2-M4" />;
  }
  render(
    <TextsContext value={createAppTexts({ language: 'en', catalogue, reseller: 'Northline' })}>
      <Watched />
    </TextsContext>,
  );
  cleanup();
  vi.unstubAllGlobals();
  return buttons;
}

test('the button that copies the code is there as soon as the code is, so that the next Tab reaches it', () => {
  expect(buttonsAtOnce(true)).toBe(1);
});

test('a page without a clipboard has no button', () => {
  expect(buttonsAtOnce(false)).toBe(0);
});
