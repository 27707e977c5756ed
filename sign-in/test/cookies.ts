/** Simulates the cookies of one host, because the test environment does not delete cookies as browsers do. */
const kept = new Map<string, string>();

/** Replaces `document` wherever the app reads and writes the cookies of a session. */
export const cookies = {
  /** Whether the browser stores cookies. */
  blocked: false,
  get cookie(): string {
    return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
  },
  set cookie(text: string) {
    const [pair = '', ...attributes] = text.split(/;\s*/);
    const at = pair.indexOf('=');
    const gone = attributes.some((attribute) => /^max-age=0$/i.test(attribute));
    const elsewhere = attributes.some((attribute) => /^(domain=|path=\/.)/i.test(attribute));
    if (elsewhere) return;
    if (gone) kept.delete(pair.slice(0, at));
    else if (!cookies.blocked) kept.set(pair.slice(0, at), pair.slice(at + 1));
  },
};

/** Resets to a browser without any stored values. */
export function clearCookies(): void {
  kept.clear();
  cookies.blocked = false;
}
