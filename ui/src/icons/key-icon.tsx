import { Icon } from './icon.tsx';

/** A key: single sign-on. */
export function KeyIcon() {
  return (
    <Icon>
      <circle cx="6.6" cy="13.4" r="3.6" />
      <path d="m9.2 10.8 7.3-7.3m-3 3 2.6 2.6" />
    </Icon>
  );
}
