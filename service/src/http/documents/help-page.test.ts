import { expect, it } from 'vitest';
import { languages, languageTag } from '@app/contract/fields/vocabulary.ts';

import { serviceTexts } from '#texts/service-texts.ts';

import { helpPage } from './help-page.ts';

const settings = {
  reseller: 'R&D <Phones>',
  brand: { mark: 'R&amp;D &lt;Phones&gt;', css: '' },
  signUpUrl: 'https://shop.example.com/join?plan=1',
};

it.each(languages)('D4: the help in %s has every topic, and its links keep the language', (language) => {
  const page = helpPage(language, settings);
  expect(page).toContain(`<html lang="${languageTag(language)}">`);
  expect(page).not.toMatch(/\{\{|undefined|<Phones>/);
  expect(page).toContain('R&amp;D &lt;Phones&gt;');
  expect(page).toMatch(/<meta name="description" content="[^"]*R&amp;D &lt;Phones&gt;/);
  expect(page).not.toContain('noindex');

  const topics = Object.values(serviceTexts[language].help.topics);
  expect(page.match(/<h2>/g)).toHaveLength(topics.length);
  // Exactly the topics with a link text have a link.
  const links = [...page.matchAll(/<p><a href="([^"]+)">/g)].map(([, address]) => address);
  expect(links).toHaveLength(topics.filter((topic) => 'action' in topic).length + 1);
  expect(new Set(links)).toEqual(
    new Set([
      `/password/forgot?lng=${language}`,
      `https://shop.example.com/join?plan=1&amp;lng=${language}`,
      `/login?lng=${language}`,
    ]),
  );
});
