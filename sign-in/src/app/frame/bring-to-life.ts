/** Where there is a panel to be seen, and nobody has asked for less movement. */
const wanted = '(min-width: 992px) and (prefers-reduced-motion: no-preference)';

/**
 * Lets the bars of the panel move and the time of its call run, once the page can be used: nothing of it may cost the
 * start anything. Written into the page itself: a clock that React drew would draw the panel every second.
 *
 * @returns what ends it
 */
export function bringToLife(panel: HTMLElement | null): (() => void) | undefined {
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
