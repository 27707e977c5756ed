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
