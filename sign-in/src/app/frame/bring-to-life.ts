/** Matches when the panel is visible and the person has not asked for reduced motion. */
const wanted = '(min-width: 992px) and (prefers-reduced-motion: no-preference)';

/**
 * Shows the pictures of the panel, and animates its bars and the time of its call. It starts after hydration, to cost no
 * start-up time, and writes to the DOM, because a clock in React would render the panel every second.
 *
 * @returns a function that stops it
 */
export function bringToLife(panel: HTMLElement | null): (() => void) | undefined {
  if (panel) panel.dataset['complete'] = '';
  const clock = panel?.querySelector('[data-clock]')?.firstChild;
  if (!panel || !clock?.nodeValue || !matchMedia(wanted).matches) return undefined;
  panel.dataset['live'] = '';
  const [minutes = 0, seconds = 0] = clock.nodeValue.split(':').map(Number);
  let lasted = minutes * 60 + seconds;
  const timer = setInterval(() => {
    lasted += 1;
    clock.nodeValue = [lasted / 60, lasted % 60]
      .map((part) => `${Math.floor(part)}`.padStart(2, '0'))
      .join(':');
  }, 1000);
  return () => clearInterval(timer);
}
