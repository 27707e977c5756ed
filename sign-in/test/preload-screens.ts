/** Loads screens before a test opens them: React does not continue a suspended first render inside a test. */
import { beforeAll } from 'vitest';

import type { ScreenName } from '#app/routes.ts';
import { preloadScreen, preloadSignIn } from '#app/screens.ts';
import en from '#i18n/locales/en.json';
import laterEn from '#i18n/locales/later/en.json';
import { createAppTexts } from '#i18n/use-texts.ts';

export function preloadScreens(...names: ScreenName[]): void {
  beforeAll(async () => {
    const texts = createAppTexts({ language: 'en', catalogue: en, later: laterEn, reseller: 'Northline' });
    await Promise.all([preloadSignIn(texts), ...names.map((name) => preloadScreen(name, texts))]);
  });
}
