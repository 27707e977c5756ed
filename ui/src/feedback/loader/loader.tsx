import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { classNames } from '#class-names.ts';
import { Spinner } from '#feedback/spinner/spinner.tsx';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import styles from './loader.module.css';

export type LoaderProps = Omit<ComponentProps<'div'>, 'children' | 'role'> & {
  /** Whether there is something to wait for. */
  active?: boolean;
  /** The word for screen readers, such as 'Loading'. */
  label: string;
};

/**
 * The loader image (spec §2) and its word for screen readers. It shows 200 ms after it became active, so quick work
 * shows nothing, and then stays at least 300 ms, so it never flashes: keep it mounted and switch `active` where that
 * matters. With reduced motion it pulses instead of turning. `ref` and all other attributes go to its root, the status.
 */
export function Loader({ active = true, label, className, ...rest }: LoaderProps) {
  const shown = useSteadyFlag(active);
  return (
    <div {...rest} role="status" className={classNames(styles.loader, className)}>
      {active || shown ? (
        <span className={styles.image}>
          <Spinner />
        </span>
      ) : null}
      <VisuallyHidden>{shown ? label : null}</VisuallyHidden>
    </div>
  );
}

/**
 * A flag without flicker: it becomes true only when `active` has held for `delay` ms, and then stays true for at
 * least `minimum` ms. False on the server and in the first render.
 */
function useSteadyFlag(active: boolean, { delay = 200, minimum = 300 } = {}): boolean {
  const [steady, setSteady] = useState(false);
  const since = useRef(0);

  useEffect(() => {
    if (active === steady) return undefined;
    const wait = active ? delay : since.current + minimum - performance.now();
    const timer = setTimeout(() => {
      since.current = performance.now();
      setSteady(active);
    }, wait);
    return () => clearTimeout(timer);
  }, [active, steady, delay, minimum]);

  return steady;
}
