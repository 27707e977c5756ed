import { useState, type ReactNode } from 'react';

/** Mounts the content of a panel when its tab is active, and keeps it afterwards with `keepMounted`. */
export function PanelContent({
  active,
  keepMounted,
  children,
}: {
  active: boolean;
  keepMounted: boolean;
  children: ReactNode;
}) {
  const [shownBefore, setShownBefore] = useState(active);
  if (active && !shownBefore) setShownBefore(true);
  return active || (keepMounted && shownBefore) ? children : null;
}
