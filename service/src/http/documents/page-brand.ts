/** Whose product a page is that the service writes itself: the reseller's name, logo and colours (spec §1). */
import { existsSync, readdirSync } from 'node:fs';
import { deriveBrand } from '@app/ui/brand';

import type { Settings } from '#settings/config.ts';

import { logoPath } from '#http/pages/app-config.ts';
import { escapeHtml } from './html.ts';

export interface PageBrand {
  /** HTML: the logo, named for those who do not see it; or the name. */
  readonly mark: string;
  /** The product's font, and a reseller's colours; empty: neither. */
  readonly css: string;
}

/** The mark of the sign-in pages (`sign-in/src/app/frame/logo.tsx`). */
const neutralMark =
  '<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true"><path d="M10 14v4m4-8v12m4-9v6m4-8v10"/></svg>';

/** @param assetsDir the assets of the sign-in app, with its font */
export function pageBrand({ reseller }: Settings, assetsDir: string): PageBrand {
  const name = escapeHtml(reseller.name);
  return {
    mark:
      reseller.logoUrl === undefined
        ? neutralMark + name
        : `<img src="${logoPath}" alt="${name}" height="40">`,
    css: fontCss(assetsDir) + (reseller.color === undefined ? '' : brandCss(reseller.color)),
  };
}

function fontCss(assetsDir: string): string {
  const files = existsSync(assetsDir) ? readdirSync(assetsDir) : [];
  const font = files.find((name) => /^inter-.*\.woff2$/.test(name));
  return font === undefined
    ? ''
    : `@font-face{font-family:Inter;font-weight:400 700;font-display:swap;src:url(/assets/${font}) format("woff2")}`;
}

/** The custom properties of `plain-page.ts`, light and dark. */
function brandCss(primary: string): string {
  const { light, dark } = deriveBrand(primary);
  return `:root{${properties(light)}}@media (prefers-color-scheme:dark){:root{${properties(dark)}}}`;
}

const properties = (tokens: ReturnType<typeof deriveBrand>['light']): string =>
  `--brand:${tokens['--text-link']};--tint:${tokens['--brand-tint']};--on-tint:${tokens['--brand-deep']};--shade:${tokens['--brand-shade']};--glow:${tokens['--brand-glow']}`;
