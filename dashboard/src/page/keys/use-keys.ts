import { createContext, use, useEffect, useRef } from 'react';

import type { KeyBinding, KeyRegistry, KeyScope } from './key-registry.ts';

export const KeysContext = createContext<KeyRegistry | undefined>(undefined);

/**
 * Registers keys while the component is shown. None fires while the person types. `?` lists them all.
 *
 * @param bindings may be another list in each render; what counts is the newest
 * @param scope `frame` for keys that work on every screen
 */
export function useKeys(bindings: readonly KeyBinding[], scope: KeyScope = 'screen'): void {
  const registry = use(KeysContext);
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  const keys = bindings.map((binding) => `${binding.keys} ${binding.label}`).join('\n');
  useEffect(() => {
    if (!registry || keys === '') return undefined;
    return registry.add(
      scope,
      latest.current.map((binding, index) => ({
        keys: binding.keys,
        label: binding.label,
        run: () => latest.current[index]?.run(),
      })),
    );
  }, [registry, scope, keys]);
}
