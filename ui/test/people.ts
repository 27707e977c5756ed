/** People and calls for the stories and tests of tables. The same on every day. */
export type Person = {
  id: number;
  name: string;
  email: string;
  team: string;
  role: 'Admin' | 'Supervisor' | 'Agent';
  calls: number;
  lastActive: string | null;
};

const firstNames = [
  'Ada',
  'Bilal',
  'Chloé',
  'Dmitri',
  'Eva',
  'Farid',
  'Grace',
  'Hana',
  'Ines',
  'Jonas',
  'Kaito',
];
const lastNames = [
  'Lovelace',
  'Haddad',
  'Moreau',
  'Ivanov',
  'Lindqvist',
  'Okafor',
  'Santos',
  'Weber',
  'Kowalski',
];
const teams = ['Support', 'Sales', 'Billing', 'Onboarding'];
const roles = ['Agent', 'Agent', 'Supervisor', 'Agent', 'Admin'] as const;

/** A list of people. Every seventh was never active. */
export function makePeople(count: number): Person[] {
  return Array.from({ length: count }, (_, index) => {
    const first = firstNames[index % firstNames.length] ?? '';
    const last = lastNames[index % lastNames.length] ?? '';
    const round = Math.floor(index / (firstNames.length * lastNames.length));
    return {
      id: index + 1,
      name: `${first} ${last}${round ? ` ${round + 1}` : ''}`,
      email: `${first}.${last}${round || ''}@northline.test`.toLowerCase().replace('é', 'e'),
      team: teams[(index * 3) % teams.length] ?? '',
      role: roles[index % roles.length] ?? 'Agent',
      calls: (index * 137) % 412,
      lastActive: index % 7 === 6 ? null : `2026-03-${String(1 + ((index * 5) % 28)).padStart(2, '0')}`,
    };
  });
}
