/** Percent-encoded, but for the names `{{…}}` of what is put in as the request is sent. */
export const encoded = (value: unknown): string =>
  encodeURIComponent(String(value).toWellFormed()).replaceAll(
    /%7B%7B((?:[a-z]|%20)+)%7D%7D/g,
    (_, name: string) => `{{${name.replaceAll('%20', ' ')}}}`,
  );
