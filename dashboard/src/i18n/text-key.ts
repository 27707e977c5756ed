/**
 * The keys of every text: `people.lead` is `lead` in `locales/people/`. An area is the texts of a folder of screens;
 * `frame` has those that several areas show: what a value, an event, a field is called.
 */
import type { KeysOf } from '@app/texts/translate.ts';

import type auditLog from './locales/audit-log/en.json';
import type frame from './locales/frame/en.json';
import type invitations from './locales/invitations/en.json';
import type me from './locales/me/en.json';
import type overview from './locales/overview/en.json';
import type people from './locales/people/en.json';
import type secondStep from './locales/second-step/en.json';
import type signInLog from './locales/sign-in-log/en.json';
import type singleSignOn from './locales/single-sign-on/en.json';

interface Catalogues {
  'audit-log': typeof auditLog;
  frame: typeof frame;
  invitations: typeof invitations;
  me: typeof me;
  overview: typeof overview;
  people: typeof people;
  'second-step': typeof secondStep;
  'sign-in-log': typeof signInLog;
  'single-sign-on': typeof singleSignOn;
}

/** The folders of `locales/`. */
export type TextArea = keyof Catalogues;

/** The keys of one area, or of several. */
export type TextKey<Area extends TextArea = TextArea> = {
  [Each in Area]: KeysOf<Catalogues[Each], `${Each}.`>;
}[Area];
