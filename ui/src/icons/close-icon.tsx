import { Icon } from './icon.tsx';

/** A cross: close this. */
export function CloseIcon() {
  return (
    <Icon>
      <path d="m5.5 5.5 9 9m0-9-9 9" />
    </Icon>
  );
}
