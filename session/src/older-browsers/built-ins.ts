/**
 * Adds the built-ins that the apps call and that one of the oldest browsers (`ui/build/app/browsers.ts`) lacks: as much of
 * each as the apps need. `URL.parse` is the newest, so an app loads this module only in a browser without it.
 */

// oxlint-disable-next-line unicorn/require-module-specifiers -- makes this file a module, which TypeScript may import
export {};

add(URL, {
  canParse: (address: string) => parsedUrl(address) !== null,
  parse: parsedUrl,
});
add(AbortSignal, {
  timeout(ms: number) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('timed out', 'TimeoutError')), ms);
    return controller.signal;
  },
  any(signals: readonly AbortSignal[]) {
    const controller = new AbortController();
    for (const signal of signals) {
      const abort = (): void => controller.abort(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
    }
    return controller.signal;
  },
});
add(Map, {
  groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key) {
    const groups = new Map<Key, Item[]>();
    for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
    return groups;
  },
});
add(Array.prototype, {
  toReversed(this: readonly unknown[]) {
    // oxlint-disable-next-line unicorn/no-array-reverse -- what is reversed is a copy
    return Array.from(this).reverse();
  },
  toSorted<Item>(this: readonly Item[], compare?: (one: Item, other: Item) => number) {
    // oxlint-disable-next-line unicorn/no-array-sort -- what is sorted is a copy
    return Array.from(this).sort(compare);
  },
});
// With the flag `u`, a surrogate is one without its other half.
add(String.prototype, {
  isWellFormed(this: string) {
    return !/\p{Cs}/u.test(this);
  },
  toWellFormed(this: string) {
    return this.replace(/\p{Cs}/gu, '\uFFFD');
  },
});
add(HTMLFormElement.prototype, {
  requestSubmit(this: HTMLFormElement) {
    const button = document.createElement('button');
    button.hidden = true;
    this.append(button);
    button.click();
    button.remove();
  },
});
add(URLSearchParams.prototype, {
  get size() {
    return Array.from(this as unknown as URLSearchParams).length;
  },
});

function add(target: object, builtIns: object): void {
  for (const [name, builtIn] of Object.entries(Object.getOwnPropertyDescriptors(builtIns)))
    if (!(name in target)) Object.defineProperty(target, name, { ...builtIn, enumerable: false });
}

function parsedUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
