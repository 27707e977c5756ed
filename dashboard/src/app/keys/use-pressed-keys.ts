import { seconds } from '@app/contract/fields/durations.ts';
import { useEffect } from 'react';

import { keyOf, type KeyRegistry } from '#page/keys/key-registry.ts';

/** How long the first key of two waits for the second. */
const secondKeyWait = seconds(2);

/** Runs what the pressed keys are registered for. */
export function usePressedKeys(registry: KeyRegistry): void {
  useEffect(() => {
    let before: { key: string; at: number } | undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = keyOf(event);
      if (key === undefined) return;
      const waiting = before && event.timeStamp - before.at < secondKeyWait ? `${before.key} ` : '';
      before = undefined;
      const found = registry.find(waiting + key) ?? registry.find(key);
      if (found === 'begins') {
        before = { key, at: event.timeStamp };
        return;
      }
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [registry]);
}
