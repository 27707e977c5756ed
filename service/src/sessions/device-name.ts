/**
 * Names a browser and its system for the person who used it: `Chrome, Windows`. A `User-Agent` says no more that is true
 * for long: browsers freeze the versions of systems in it, and every one names the others it is like.
 */

/** The first that is found names the browser: those built on Chromium and Safari name these, too. */
const browsers: readonly (readonly [name: string, found: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS|e)?\//],
  ['Opera', /\bOPR\/|\bOPiOS\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['DuckDuckGo', /\bDuckDuckGo\/|\bDdg\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bHeadlessChrome\//],
  ['Safari', /\bVersion\/\S+.*\bSafari\//],
  ['Internet Explorer', /\bTrident\/|\bMSIE\b/],
];

/** Android before Linux, and the iPhone before the Mac, which they name as well. */
const systems: readonly (readonly [name: string, found: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac ?OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

const firstIn = (
  names: readonly (readonly [name: string, found: RegExp])[],
  userAgent: string,
): string | undefined => names.find(([, found]) => found.test(userAgent))?.[0];

/** undefined: it names neither a browser nor a system that we know. */
export function deviceName(userAgent: string): string | undefined {
  const parts = [firstIn(browsers, userAgent), firstIn(systems, userAgent)].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : parts.join(', ');
}
