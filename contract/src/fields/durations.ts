/** Durations are written with their unit and held in milliseconds, so no number needs a comment to be read. */

export const seconds = (n: number): number => n * 1000;
export const minutes = (n: number): number => seconds(n * 60);
export const hours = (n: number): number => minutes(n * 60);
export const days = (n: number): number => hours(n * 24);

/**
 * A moment by UTC of the day that begins at `start` where an admin chose it: midnight in Berlin is the evening before by
 * UTC. Nobody need know where that is, from UTC-11 to UTC+12.
 */
export const chosenDay = (start: number): number => start + hours(12);
