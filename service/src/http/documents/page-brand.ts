/** Whose product a page is that the service writes itself: the reseller's name, logo and colours (spec §1). */
import { deriveBrand } from '@app/ui/brand';

import type { Settings } from '#settings/config.ts';

import { logoPath } from '#http/pages/app-config.ts';
import { escapeHtml } from './html.ts';

export interface PageBrand {
  /** HTML: the logo, named for those who do not see it; or the name. */
  readonly mark: string;
  /** Replaces the brand colours of the page's style; empty: the product's own colours. */
  readonly css: string;
}

export function pageBrand({ reseller }: Settings): PageBrand {
  const name = escapeHtml(reseller.name);
  return {
    mark: reseller.logoUrl === undefined ? name : `<img src="${logoPath}" alt="${name}" height="40">`,
    css: reseller.color === undefined ? '' : brandCss(reseller.color),
  };
}

/** The custom properties of `plain-page.ts`, light and dark. */
function brandCss(primary: string): string {
  const { light, dark } = deriveBrand(primary);
  return `:root{${properties(light)}}@media (prefers-color-scheme:dark){:root{${properties(dark)}}}`;
}

const properties = (tokens: ReturnType<typeof deriveBrand>['light']): string =>
  `--brand:${tokens['--text-link']};--tint:${tokens['--brand-tint']};--on-tint:${tokens['--brand-deep']}`;
