/** Reads the path and the query of a request. */

export const pathOf = (url: string): string => url.split('?')[0] ?? '';

/** The query with its question mark; empty without one. */
export function searchOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}

export const queryOf = (url: string): URLSearchParams => new URLSearchParams(searchOf(url));

/** A path of ours that takes the language along which the address at hand asks for. */
export function withLanguage(path: string, url: string): string {
  const language = queryOf(url).get('lng');
  if (language === null || !/^[a-z-]{2,11}$/i.test(language)) return path;
  return `${path}${path.includes('?') ? '&' : '?'}lng=${language}`;
}
