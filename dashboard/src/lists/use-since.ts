import { days } from '@app/contract/fields/durations.ts';
import { useState } from 'react';

/**
 * The time a number of days before the screen was opened, or undefined. It stays the same from render to render: a list
 * that began a moment later each time would be read without end.
 */
export function useSince(range: string | undefined): number | undefined {
  const [opened] = useState(Date.now);
  return range === undefined ? undefined : opened - days(Number(range));
}
