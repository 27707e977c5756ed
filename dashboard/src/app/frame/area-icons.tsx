import { Icon } from '@app/ui/icons/icon';

const lines = {
  // Columns of a plot.
  overview: 'M3.500 16.500h13M5.500 13.500v-4M10 13.500v-9M14.500 13.500v-6',
  // Two persons.
  people:
    'M7.6 9.400a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-5.4 7a5.4 5.4 0 0 1 10.8 0M13 3.700a3 3 0 0 1 0 5.500m2 2.700a5.4 5.4 0 0 1 2.8 4.500',
  // An envelope.
  invitations: 'M3 5.500h14v9.500H3Zm.5.500 6.500 5 6.500-5',
  // A key.
  singleSignOn:
    'M6.600 17a3.600 3.600 0 1 0 0-7.200 3.600 3.600 0 0 0 0 7.200Zm2.600-6.200 7.300-7.300m-3 3 2.600 2.600',
  // A shield with a tick.
  secondStep:
    'M10 2.800 16 5v4.500c0 3.600-2.500 6.300-6 7.700-3.500-1.400-6-4.100-6-7.700V5Zm-2.600 7.400 1.900 1.900 3.400-3.700',
  // A list with marks.
  signInLog: 'M7.500 5h9M7.500 10h9M7.500 15h9M3.500 5h.01M3.500 10h.01M3.500 15h.01',
  // A page with a pencil's line.
  auditLog: 'M5 2.800h7l3.500 3.500v10.900H5Zm7 0v3.500h3.500M7.800 10h4.600M7.800 13.200h3',
  // A person in a circle.
  me: 'M10 17.200a7.200 7.200 0 1 0 0-14.400 7.200 7.200 0 0 0 0 14.400Zm0-6.600a2.400 2.400 0 1 0 0-4.800 2.400 2.400 0 0 0 0 4.800Zm-4.300 4.500a4.600 4.600 0 0 1 8.600 0',
} as const;

export type AreaIconName = keyof typeof lines;

/** The icon of an area in the navigation. */
export function AreaIcon({ name }: { name: AreaIconName }) {
  return (
    <Icon>
      <path d={lines[name]} />
    </Icon>
  );
}
