/**
 * The areas of the dashboard: each is a folder of `screens/` that is loaded on demand, with its texts. A new one is a
 * row here and its texts in `i18n/locales/<name>/`.
 */
import type { ComponentType } from 'react';

import type { TextArea, TextKey } from '#i18n/text-key.ts';

import type { AreaIconName } from './frame/area-icons.tsx';

export interface Area {
  /** The folder of its texts. */
  readonly name: Exclude<TextArea, 'frame'>;
  /** The areas whose words it shows, too. */
  readonly texts?: readonly TextArea[];
  /** Its address below `/dashboard`; the area has all addresses below its own, too. */
  readonly path: `/${string}`;
  /** The entry in the navigation. */
  readonly label: TextKey<'frame'>;
  readonly icon: AreaIconName;
  /** Who sees it; the service decides again at every call. */
  readonly access: 'person' | 'admin';
  /** Under which heading of the navigation it is. */
  readonly group: 'main' | 'security' | 'logs' | 'me';
  /** The letter after `g` that goes there. */
  readonly key: string;
  /** Loads its screen, which reads the rest of the address itself. */
  readonly load: () => Promise<ComponentType>;
}

const areas: readonly Area[] = [
  {
    name: 'overview',
    path: '/overview',
    label: 'frame.areas.overview',
    icon: 'overview',
    access: 'admin',
    group: 'main',
    key: 'o',
    load: async () => (await import('#screens/overview/overview-screen.tsx')).OverviewScreen,
  },
  {
    name: 'people',
    // The latest events of a person, and the sessions and devices.
    texts: ['sign-in-log', 'me'],
    path: '/people',
    label: 'frame.areas.people',
    icon: 'people',
    access: 'admin',
    group: 'main',
    key: 'p',
    load: async () => (await import('#screens/people/people-screen.tsx')).PeopleScreen,
  },
  {
    name: 'invitations',
    path: '/invitations',
    label: 'frame.areas.invitations',
    icon: 'invitations',
    access: 'admin',
    group: 'main',
    key: 'i',
    load: async () => (await import('#screens/invitations/invitations-area.tsx')).InvitationsArea,
  },
  {
    name: 'single-sign-on',
    path: '/single-sign-on',
    label: 'frame.areas.singleSignOn',
    icon: 'singleSignOn',
    access: 'admin',
    group: 'security',
    key: 's',
    load: async () => (await import('#screens/single-sign-on/single-sign-on-screen.tsx')).SingleSignOnScreen,
  },
  {
    name: 'second-step',
    path: '/second-step',
    label: 'frame.areas.secondStep',
    icon: 'secondStep',
    access: 'admin',
    group: 'security',
    key: 't',
    load: async () => (await import('#screens/second-step/second-step-screen.tsx')).SecondStepScreen,
  },
  {
    name: 'sign-in-log',
    path: '/sign-in-log',
    label: 'frame.areas.signInLog',
    icon: 'signInLog',
    access: 'admin',
    group: 'logs',
    key: 'l',
    load: async () => (await import('#screens/sign-in-log/sign-in-log-screen.tsx')).SignInLogScreen,
  },
  {
    name: 'audit-log',
    path: '/audit-log',
    label: 'frame.areas.auditLog',
    icon: 'auditLog',
    access: 'admin',
    group: 'logs',
    key: 'a',
    load: async () => (await import('#screens/audit-log/audit-log-screen.tsx')).AuditLogScreen,
  },
  {
    name: 'me',
    path: '/me',
    label: 'frame.areas.me',
    icon: 'me',
    access: 'person',
    group: 'me',
    key: 'm',
    load: async () => (await import('#screens/me/me-screen.tsx')).MeScreen,
  },
];

/** The areas that a person may open, in the order of the navigation. */
export const areasOf = (isAdmin: boolean): readonly Area[] =>
  areas.filter(({ access }) => isAdmin || access === 'person');

/** The area of a path below `/dashboard`, even if the person may not open it. `/` is the person's first area. */
export function areaAt(path: string, isAdmin: boolean): Area | undefined {
  return path === '/'
    ? areasOf(isAdmin)[0]
    : areas.find((area) => path === area.path || path.startsWith(`${area.path}/`));
}
