import { useLayoutEffect, useRef, useState, type ComponentProps } from 'react';

import { classNames } from '#class-names.ts';
import { Icon } from '#icons/icon.tsx';

import styles from './avatar.module.css';
import { initialsOf, tintOf } from './initials.ts';

export type AvatarProps = Omit<ComponentProps<'span'>, 'children' | 'style'> & {
  /** The person's or team's name. Gives the initials, the tint and the name for screen readers. */
  name: string;
  /** The address of a picture. While it is missing or cannot be loaded, the initials are shown. */
  src?: string | undefined;
  /** 24, 32, 40 or 56 px a side. */
  size?: 24 | 32 | 40 | 56;
  /** The name is written beside it: screen readers do not hear it twice. */
  decorative?: boolean;
  /** Whether the person can take a call, as a dot with a shape of its own and its word: 'Available'. */
  presence?: { state: 'available' | 'busy' | 'away' | 'offline'; label: string } | undefined;
};

/** A person or a team as a round picture or initials. `className`, `ref` and other attributes go to the root, a `<span>`. */
export function Avatar({
  name,
  src,
  size = 32,
  decorative = false,
  presence,
  className,
  ...rest
}: AvatarProps) {
  const label = [decorative ? '' : name.trim(), presence?.label].filter(Boolean).join(', ');
  return (
    <span
      {...rest}
      className={classNames(styles.avatar, className)}
      data-size={size}
      data-tint={tintOf(name)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <span className={styles.face} aria-hidden="true">
        {initialsOf(name) || <PersonIcon />}
        {src ? <Picture key={src} src={src} /> : null}
      </span>
      {presence ? <span className={styles.presence} data-state={presence.state} aria-hidden="true" /> : null}
    </span>
  );
}

/** Over the initials, which stay where it cannot be loaded. */
function Picture({ src }: { src: string }) {
  const [broken, setBroken] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  useLayoutEffect(() => {
    // A picture of a prerendered page may have failed before React listened.
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);
  if (broken) return null;
  return <img ref={image} className={styles.picture} src={src} alt="" onError={() => setBroken(true)} />;
}

/** For a name without letters. */
function PersonIcon() {
  return (
    <Icon size={16}>
      <circle cx="10" cy="6.8" r="3.3" />
      <path d="M3.8 16.8a6.3 6.3 0 0 1 12.4 0" />
    </Icon>
  );
}
