import type { ComponentProps } from 'react';

import { classNames } from '#class-names.ts';

import styles from './skeleton.module.css';

export type SkeletonProps = Omit<ComponentProps<'span'>, 'children'> & {
  /** `text`: lines of text; `box`: a control, a card or an image; `circle`: an avatar or an icon. */
  shape?: 'text' | 'box' | 'circle';
  /** How many lines of text. With more than one, the last is shorter, as the end of a paragraph is. */
  lines?: number;
  /** How much of its container a text or a box fills. */
  width?: 'quarter' | 'half' | 'three-quarters' | 'full';
  /**
   * The height of a box, or the width and height of a circle: 16 and 24 px, and the heights of controls, 28, 40, 48 and
   * 56 px (spec §9). `fill`: a box as high as its container.
   */
  size?: 'icon' | 'tiny' | 'xSmall' | 'small' | 'regular' | 'large' | 'fill';
};

/**
 * The grey shape of content that is still loading. Decoration, hidden from screen readers: the container says
 * `aria-busy` and has a text. It pulses; with reduced motion it is still. `className`, `ref` and other attributes go to
 * the root, a `<span>`, so that it may be in a paragraph or a table cell.
 */
export function Skeleton({
  shape = 'text',
  lines = 1,
  width = 'full',
  size = 'small',
  className,
  ...rest
}: SkeletonProps) {
  return (
    <span
      {...rest}
      className={classNames(styles.skeleton, className)}
      data-shape={shape}
      data-width={shape === 'circle' ? undefined : width}
      data-size={shape === 'text' ? undefined : size}
      aria-hidden="true"
    >
      {Array.from({ length: shape === 'text' ? lines : 1 }, (_, line) => (
        <span key={line} className={styles.part} />
      ))}
    </span>
  );
}
