/** What the oldest browsers of the product support, by the data of the W3C's WebDX group. */
import { features } from 'web-features';

import { browsers } from '@app/ui/build/app/browsers.ts';

const names: Readonly<Record<string, string>> = { ios: 'safari_ios' };
const floor = browsers.map((browser) => {
  const [, name = '', version] = /^([a-z]+)([\d.]+)$/.exec(browser) ?? [];
  return { name: names[name] ?? name, version: Number(version) };
});

/** The first version of each browser that supports a feature. */
type Support = Readonly<Record<string, string | undefined>>;

const isSupported = (support: Support): boolean =>
  floor.every(({ name, version }) => Number.parseFloat(support[name]?.replace('≤', '') ?? '') <= version);

/** Whether every one of them supports a feature, by its key in MDN's compatibility data. */
export const supported: ReadonlyMap<string, boolean> = new Map(
  Object.values(features).flatMap((feature) => {
    const { by_compat_key: keys = {} } = 'status' in feature ? feature.status : {};
    return Object.entries(keys as Record<string, { support: Support }>).map(([key, { support }]) => [
      key,
      isSupported(support),
    ]);
  }),
);
