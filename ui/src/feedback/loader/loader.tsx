import { Spinner } from '#feedback/spinner/spinner.tsx';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import styles from './loader.module.css';
import { useSteadyFlag } from './use-steady-flag.ts';

/**
 * The loader image (spec §2) and its word for screen readers. It shows 200 ms after it became active, so quick work
 * shows nothing, and then stays at least 300 ms, so it never flashes: keep it mounted and switch `active` where that
 * matters. With reduced motion it pulses instead of turning.
 */
export function Loader({
  active = true,
  label,
}: {
  active?: boolean;
  /** Such as 'Loading'. */ label: string;
}) {
  const shown = useSteadyFlag(active);
  return (
    <div role="status" className={styles.loader}>
      {active || shown ? (
        <span className={styles.image}>
          <Spinner />
        </span>
      ) : null}
      <VisuallyHidden>{shown ? label : null}</VisuallyHidden>
    </div>
  );
}
