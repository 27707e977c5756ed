import { serviceTime, type Challenge } from '@app/session/stored/challenge.ts';

/**
 * The time until a moment of the challenge, for `useSecondsLeft` and `useIsOver`: by the service's clock, so that a
 * reload, a second tab or a wrong clock shows the same count (requirements §4 "Second step").
 *
 * @param now this machine's clock
 */
export const untilTime = (
  { times, clockOffset }: Challenge,
  moment: 'codeExpiresAt' | 'resendAt',
  now: () => number,
): [millisecondsLeft: () => number, prerendered: () => number] => [
  () => times[moment] - serviceTime({ clockOffset }, now()),
  () => times[moment] - times.serverNow,
];
