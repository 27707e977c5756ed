/** Percent-encoded, but for the names `{{…}}` of what is put in as the request is sent. */
export const encoded = (value: unknown): string =>
  encodeURIComponent(String(value).toWellFormed()).replaceAll(
    /%7B%7B((?:[a-z]|%20)+)%7D%7D/g,
    (_, name: string) => `{{${name.replaceAll('%20', ' ')}}}`,
  );

/** A multipart body (RFC 7578) of the fields of an upload. */
export const boundary = 'fuzz-boundary';

/** The value of the field `file` is replaced by a provider's metadata as it is sent. */
export function multipartText(fields: unknown): string {
  const parts = Object.entries(fields as Record<string, unknown>).map(([name, value]) =>
    name === 'file'
      ? part(`name="file"; filename="metadata.xml"`, '{{metadata}}')
      : part(`name="${name}"`, String(value)),
  );
  return `${parts.join('')}--${boundary}--\r\n`;
}

const part = (disposition: string, value: string): string =>
  `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
