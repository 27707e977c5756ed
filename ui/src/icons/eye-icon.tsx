import { Icon } from './icon.tsx';

/** An eye: what is typed can be seen. With `crossed`, a line goes through it: press to hide again. */
export function EyeIcon({ crossed = false }: { crossed?: boolean }) {
  return (
    <Icon>
      <path d="M1.8 10S4.8 4.4 10 4.4 18.2 10 18.2 10 15.2 15.6 10 15.6 1.8 10 1.8 10Z" />
      <circle cx="10" cy="10" r="2.5" />
      {crossed ? <path d="m3.5 16.5 13-13" /> : null}
    </Icon>
  );
}
