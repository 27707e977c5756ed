/**
 * Cleans what leaves for the error reports (threat D11), as the log is cleaned. Unlike a log entry, a report keeps its
 * shape to any depth, because the intake expects it: the nodes of a recorded page are nested as deep as the page.
 */
import { cleanText } from '#clean-text.ts';
import { isSecret, sensitive } from '#secret-names.ts';

/** What one envelope holds: its headers, and items of a header and a payload each. */
export type ReportEnvelope = [Record<string, unknown>, [Record<string, unknown>, unknown][]];

/** Names of the protocol that look like secrets and are not. */
const namesOfProtocol = new Set(['code_file', 'sessionSampleRate', 'http.decoded_response_content_length']);

/** Names whose values are the part of an address that carries tokens, such as `http.query`. */
const addressEnd = /(?:query|fragment|query_string)$/i;

/** Style rules are the product's own files. Their texts are long, and have `name: value` everywhere. */
const isStyle = (name: string, of: Readonly<Record<string, unknown>>): boolean =>
  name === '_cssText' || (name === 'textContent' && of['isStyle'] === true);

/** Texts of the page in the selector of an element: `button[aria-label="Remove Ada"]`. */
const selectorText = /\[(aria-label|title|alt|name)="[^"]*"\]/g;

/** Cleans one text of a report. */
export function cleanReportText(text: string): string {
  const clean = cleanText(text);
  if (/^[?#]./.test(clean)) return clean[0] === '#' && !clean.includes('=') ? clean : sensitive;
  return clean.replace(selectorText, '[$1]');
}

/** Cleans any value of a report that is plain data, and keeps its shape. */
export function cleanReport(value: unknown): unknown {
  if (typeof value === 'string') return cleanReportText(value);
  if (Array.isArray(value)) return value.map(cleanReport);
  if (typeof value !== 'object' || value === null) return value;
  const of = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(of).flatMap(([name, inner]): [string, unknown][] => {
      // Headers name where the person came from. The intake knows the browser by the request itself.
      if (name === 'headers') return [];
      if (isStyle(name, of) || namesOfProtocol.has(name)) return [[name, inner]];
      if (isSecret(name, inner) || (addressEnd.test(name) && typeof inner === 'string'))
        return [[name, sensitive]];
      return [[name, cleanReport(inner)]];
    }),
  );
}

/** The envelope as it may leave. An item that is neither plain data nor a recording as text is left out. */
export function cleanEnvelope([headers, items]: ReportEnvelope): ReportEnvelope {
  return [
    cleanReport(headers) as Record<string, unknown>,
    items.flatMap(([itemHeaders, payload]): [Record<string, unknown>, unknown][] => {
      if (typeof payload !== 'string') {
        // Bytes cannot be cleaned: a compressed recording, or an attachment.
        return ArrayBuffer.isView(payload) ? [] : [[itemHeaders, cleanReport(payload)]];
      }
      const clean = cleanRecording(payload);
      if (clean === undefined) return [];
      return [[{ ...itemHeaders, length: new TextEncoder().encode(clean).length }, clean]];
    }),
  ];
}

/** A recording is two lines of JSON: its number, and its events. */
function cleanRecording(text: string): string | undefined {
  try {
    return text
      .split('\n')
      .map((line) => JSON.stringify(cleanReport(JSON.parse(line))))
      .join('\n');
  } catch {
    return undefined;
  }
}
