import { Icon } from './icon.tsx';

/**
 * A tick cut out of a full circle: this is done. 16 px, beside a line of small text. Cut out, not painted over, so that
 * it is seen in whatever colours a reader's system puts in place of ours.
 */
export function TickIcon() {
  return (
    <Icon size={16}>
      <path
        fill="currentColor"
        fillRule="evenodd"
        stroke="none"
        d="M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM5.96 10.84l2.94 2.96 5.16-5.48-1.31-1.24-3.87 4.12-1.64-1.64Z"
      />
    </Icon>
  );
}

/** An empty circle: this is still to do. As large as the tick that takes its place. */
export function OpenIcon() {
  return (
    <Icon size={16}>
      <circle cx="10" cy="10" r="7.2" />
    </Icon>
  );
}
