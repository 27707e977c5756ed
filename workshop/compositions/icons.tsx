import { Icon } from '@app/ui/icons/icon';

const drawn = (lines: string) => () => (
  <Icon>
    <path d={lines} />
  </Icon>
);

/** Three points: more actions. */
export const MoreIcon = drawn('M4.5 10h.01M10 10h.01M15.5 10h.01');
/** Two persons. */
export const PeopleIcon = drawn(
  'M7.6 9.400a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-5.4 7a5.4 5.4 0 0 1 10.8 0M13 3.700a3 3 0 0 1 0 5.500m2 2.700a5.4 5.4 0 0 1 2.8 4.5',
);
/** A lock. */
export const LockIcon = drawn('M4.6 9h10.800v8H4.600Zm2.2 0V6.200a3.2 3.2 0 0 1 6.4 0V9');
/** A list with marks. */
export const LogIcon = drawn('M7.5 5h9M7.5 10h9M7.5 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01');
