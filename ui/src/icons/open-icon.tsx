import { Icon } from './icon.tsx';

/** An empty circle: this is still to do. As large as the tick that takes its place. */
export function OpenIcon() {
  return (
    <Icon size={16}>
      <circle cx="10" cy="10" r="7.2" />
    </Icon>
  );
}
