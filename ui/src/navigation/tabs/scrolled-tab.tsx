import { useLayoutEffect, useRef, type ComponentProps } from 'react';

/**
 * The button of a tab. When it becomes active, its list scrolls sideways until the tab is in view. The page does not
 * scroll, which `scrollIntoView` would do for a list below the fold.
 */
export function ScrolledTab({ active, ref, ...rest }: ComponentProps<'button'> & { active: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const isFirst = useRef(true);

  useLayoutEffect(() => {
    const behavior = isFirst.current ? 'instant' : 'auto';
    isFirst.current = false;
    const list = button.current?.closest('[role="tablist"]');
    if (!active || !button.current || !list) return;
    const tab = button.current.getBoundingClientRect();
    const view = list.getBoundingClientRect();
    // A part of the next tab stays visible, which shows that there are more.
    const peek = 32;
    const before = Math.min(0, tab.left - peek - view.left);
    const after = Math.max(0, tab.right + peek - view.right);
    if (before + after !== 0) list.scrollBy({ left: before || after, behavior });
  }, [active]);

  return (
    <button
      {...rest}
      ref={(element) => {
        button.current = element;
        if (typeof ref === 'function') return ref(element);
        if (ref) ref.current = element;
        return undefined;
      }}
    />
  );
}
