import type { ReactNode } from 'react';

/**
 * The frame of every icon: 20 units a side, drawn with lines in the text's colour. Icons are decoration and hidden
 * from screen readers; the control or text beside them carries the name.
 */
export function Icon({
  children,
  size = 20,
}: {
  children: ReactNode;
  /** CSS pixels a side. */ size?: number;
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
