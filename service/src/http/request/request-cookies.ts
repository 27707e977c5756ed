/** Reads the cookies of a request. A name that is sent twice is never trusted (requirements §4 "Cookies"). */

/** Every value under a name, as the browser sent it: none, one, or (planted or left over) several. */
export function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** The value of a cookie, or undefined if it is not there exactly once. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  const values = cookieValues(header, name);
  return values.length === 1 ? values[0] : undefined;
}

/** A value as it was before the apps encoded it for a cookie; one without such an encoding stays as it is. */
export function decodedCookie(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
