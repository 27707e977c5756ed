/** The cookies of one host, as a browser keeps them; the test environment's own do not go away when they should. */
const kept = new Map<string, string>();

/** Takes the place of `document` wherever the app reads and writes the cookies of a session. */
export const cookies = {
  /** Whether the browser keeps anything that is written. */
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

/** Back to a browser that was never here. */
export function clearCookies(): void {
  kept.clear();
  cookies.blocked = false;
}
