/** The people of the composition; the same on every day. */
export type Person = {
  id: number;
  name: string;
  email: string;
  country: string;
  number: string;
  method: 'Password' | 'Google' | 'Single sign-on';
  lastCall: 'assigned' | 'answered' | 'missed' | 'callback' | 'abandoned' | 'voicemail';
  lastActive: string;
};

const rows: [name: string, country: string, number: string, Person['method'], Person['lastCall'], string][] =
  [
    ['Ada Lovelace', 'GB', '+44 20 7946 0102', 'Password', 'answered', '2026-03-21'],
    ['Bilal Haddad', 'FR', '+33 1 84 88 00 10', 'Single sign-on', 'missed', '2026-03-20'],
    ['Chloé Moreau', 'FR', '+33 1 84 88 00 11', 'Single sign-on', 'voicemail', '2026-03-20'],
    ['Dmitri Ivanov', 'DE', '+49 30 9018 2040', 'Google', 'answered', '2026-03-18'],
    ['Eva Lindqvist', 'NO', '+47 21 93 00 12', 'Password', 'callback', '2026-03-17'],
    ['Farid Okafor', 'ES', '+34 910 60 12 01', 'Single sign-on', 'assigned', '2026-03-17'],
    ['Grace Santos', 'US', '+1 415 555 0132', 'Google', 'abandoned', '2026-03-11'],
    ['Hana Weber', 'IT', '+39 06 4520 1180', 'Password', 'answered', '2026-03-09'],
  ];

export const people: readonly Person[] = rows.map(
  ([name, country, number, method, lastCall, lastActive], index) => ({
    id: index + 1,
    name,
    email: `${name.split(' ')[0]?.toLowerCase().replace('é', 'e')}@northline.test`,
    country,
    number,
    method,
    lastCall,
    lastActive,
  }),
);
