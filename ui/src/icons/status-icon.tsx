import { Icon } from './icon.tsx';

/**
 * What a message is about. `error` and `critical` look alike: the second is the login redirect's name for it (spec §2).
 */
export type StatusVariant = 'info' | 'success' | 'warning' | 'error' | 'critical';

/** One shape per variant, so that the meaning never depends only on the colour (WCAG 1.4.1). */
export function StatusIcon({ variant }: { variant: StatusVariant }) {
  if (variant === 'success') {
    return (
      <Icon>
        <circle cx="10" cy="10" r="7.6" />
        <path d="m6.8 10.2 2.2 2.2 4.3-4.6" />
      </Icon>
    );
  }
  return (
    <Icon>
      {variant === 'warning' ? (
        <path d="M10 2.9 18 16.6H2Z" />
      ) : variant === 'info' ? (
        <circle cx="10" cy="10" r="7.6" />
      ) : (
        <path d="M6.9 2.4h6.2l4.5 4.5v6.2l-4.5 4.5H6.9l-4.5-4.5V6.9Z" />
      )}
      {variant === 'info' ? <path d="M10 9.3v4.2M10 6.4v.1" /> : <path d="M10 7.4v3.4M10 13.6v.1" />}
    </Icon>
  );
}
