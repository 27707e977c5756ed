import { useLayoutEffect, useRef, useState, type ComponentProps } from 'react';

import { classNames } from '#class-names.ts';
import { Icon } from '#icons/icon.tsx';

import styles from './avatar.module.css';

/** Made once: making one takes longer than drawing an avatar. Firefox has it since 125. */
const graphemes =
  'Segmenter' in Intl
    ? /* @__PURE__ */ new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    : undefined;

/**
 * The initials of a name in any script: of its first and of its last word, one grapheme each, in upper case. A word
 * that does not begin with a letter, such as '(Sales)', does not count. Empty for a name without letters or digits.
 */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/\s+/u)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first, ...others] = words;
  const last = others.at(-1);
  return [first, last].map((word) => (word ? firstGrapheme(word).toUpperCase() : '')).join('');
}

/** A grapheme may have several code points: a letter with its accents, or a syllable of Devanagari. */
function firstGrapheme(word: string): string {
  if (graphemes) for (const { segment } of graphemes.segment(word)) return segment;
  const [letter = ''] = word;
  return letter;
}

/** How many tints there are in `avatar.module.css`. */
export const tintCount = 6;

/** The number of a name's tint: the same for the same name, in every session and on every machine. */
export function tintOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const letter of name.normalize('NFC').trim().toLowerCase())
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  // The high bits of the product depend on all letters, the low ones mostly on the last.
  return ((hash >>> 16) ^ (hash & 0xffff)) % tintCount;
}

export type AvatarProps = Omit<ComponentProps<'span'>, 'children' | 'style'> & {
  /** The person's or team's name. Gives the initials, the tint and the name for screen readers. */
  name: string;
  /** The address of a picture. While it is missing or cannot be loaded, the initials are shown. */
  src?: string | undefined;
  /** 24, 32, 40 or 56 px a side. */
  size?: 24 | 32 | 40 | 56;
  /** The name is written beside it: screen readers do not hear it twice. */
  decorative?: boolean;
  /** Whether the person can take a call, as a dot with its own shape, and a word: 'Available'. */
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
