import { createContext, use, useLayoutEffect, useRef } from 'react';

export const KeysContext = createContext<KeyRegistry | undefined>(undefined);

/**
 * Registers keys while the component is shown, before it is painted: what a person sees listens. None fires while the
 * person types. `?` lists them all.
 *
 * @param bindings may be another list in each render; what counts is the newest
 * @param scope `frame` for keys that work on every screen
 */
export function useKeys(bindings: readonly KeyBinding[], scope: KeyScope = 'screen'): void {
  const registry = use(KeysContext);
  const latest = useRef(bindings);
  useLayoutEffect(() => {
    latest.current = bindings;
  });
  const keys = bindings.map((binding) => `${binding.keys} ${binding.label}`).join('\n');
  useLayoutEffect(() => {
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

/** One key, or two in a row: `/`, `?`, `g p`. Letters are lower case. */
export interface KeyBinding {
  readonly keys: string;
  /** What it does, for the list of keys. */
  readonly label: string;
  readonly run: () => void;
}

/** `frame`: works on every screen. */
type KeyScope = 'frame' | 'screen';

export interface KeyRegistry {
  /** Adds bindings; the newest one of a key counts. Returns how to remove them. */
  add(scope: KeyScope, bindings: readonly KeyBinding[]): () => void;
  /** Every binding that can be pressed now, in the order of registration. */
  list(scope: KeyScope): readonly KeyBinding[];
  /** What the keys pressed so far mean: a binding, the beginning of one, or nothing. */
  find(pressed: string): KeyBinding | 'begins' | undefined;
}

export function createKeyRegistry(): KeyRegistry {
  let added: readonly { readonly scope: KeyScope; readonly bindings: readonly KeyBinding[] }[] = [];
  return {
    add(scope, bindings) {
      const entry = { scope, bindings };
      added = [...added, entry];
      return () => {
        added = added.filter((each) => each !== entry);
      };
    },
    list: (scope) => added.filter((each) => each.scope === scope).flatMap(({ bindings }) => bindings),
    find(pressed) {
      const all = added.flatMap(({ bindings }) => bindings);
      const found = all.findLast(({ keys }) => keys === pressed);
      return found ?? (all.some(({ keys }) => keys.startsWith(`${pressed} `)) ? 'begins' : undefined);
    },
  };
}

/** The key of an event as a binding writes it; undefined where the event is not for a shortcut. */
export function keyOf(event: KeyboardEvent): string | undefined {
  const { key, target } = event;
  if (event.defaultPrevented || event.isComposing || event.repeat) return undefined;
  if (event.ctrlKey || event.metaKey || event.altKey || key.length !== 1 || key === ' ') return undefined;
  if (target instanceof Element && isTyping(target)) return undefined;
  return key.toLowerCase();
}

/** Whether keys go into an element: a field, a choice, or an open menu or dialog that has its own keys. */
const isTyping = (target: Element): boolean =>
  target.closest(
    'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, ' +
      '[contenteditable], [role="menu"], [role="listbox"], [role="combobox"], [role="dialog"], [role="alertdialog"]',
  ) !== null;
