/**
 * Scans raw XML before a parser sees it and refuses what no SAML message needs (threats C2, C3). A DOCTYPE defines
 * entities, comments and CDATA split a value into several nodes, and a hundred thousand nested tags keep a parser busy
 * for seconds. One pass from left to right without recursion: the time is linear in the length.
 */

import { decodeXml } from './decode.ts';

/** A SAML message has some fifteen levels. */
const maxDepth = 32;
const maxAttributes = 64;
/** On one element: namespace declarations. */
const maxNamespaces = 16;
/** On an element and its ancestors: canonical XML visits each of them on every element. A message has about ten. */
const maxNamespacesInScope = 32;
/**
 * `nodes`: elements, comments and instructions; `attributes`: on all elements together. A person in hundreds of groups
 * has hundreds of elements, and OpenSAML writes three attributes per group. Metadata may offer a thousand attributes.
 */
const mostInMessage = { nodes: 1000, attributes: 4000 };
const mostInMetadata = { nodes: 4000, attributes: 16_000 };

/** Why bytes are refused: for the log and for the admin who uploads a file. Quotes nothing from the input. */
export type XmlFault =
  | 'empty'
  | 'too large'
  | 'an unknown encoding'
  | 'a character that XML does not know'
  | 'a document type'
  | 'a comment'
  | 'a CDATA section'
  | 'a processing instruction'
  | 'an XML declaration of another form'
  | 'an unknown entity'
  | 'too deep'
  | 'too many attributes'
  | 'too many elements'
  | 'an attribute twice'
  | 'text outside the root'
  | 'not well-formed';

export type CheckedXml = { ok: true; text: string } | { ok: false; reason: XmlFault };

// The encoding's name says nothing here: `decode.ts` has decoded the text. A version 1.x is read as 1.0 (XML 1.0 §2.8).
const declaration =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*["']1\.\d+["'](?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*["'][A-Za-z][\w.-]*["'])?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*["'](?:yes|no)["'])?[ \t\r\n]*\?>/;
// Names of SAML, XML signature and XML encryption are ASCII, with one prefix at most. Each expression is sticky (`y`)
// and unambiguous, so none of them backtracks far.
const startTag = /<([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)/y;
const endTag = /<\/([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)[ \t\r\n]*>/y;
const attribute =
  /[ \t\r\n]+([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)[ \t\r\n]*=[ \t\r\n]*("[^<"]*"|'[^<']*')/y;
const tagEnd = /[ \t\r\n]*(\/?)>/y;
const commentStart = '<!--';
const instructionStart = /<\?[A-Za-z_][\w.-]*(?=[ \t\r\n?])/y;
// In upper and lower case, the name is reserved for the declaration (XML 1.0 §2.6).
const xmlDeclaration = /^<\?xml[ \t\r\n?]/i;
const notWhite = /[^ \t\r\n]/;
const badReference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\dA-Fa-f]{1,6});)/;
const numericReference = /&#(x[\dA-Fa-f]+|\d+);/g;
// oxlint-disable-next-line no-control-regex -- the characters that XML 1.0 §2.2 leaves out
const badCharacter = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;

/**
 * Checks that `bytes` are one XML document of at most `max` bytes without any of the above. `text` is safe to parse.
 * Refuses names that are not ASCII: SAML has none. As `metadata` it may have comments, processing instructions and more
 * elements: the caller must then not read a text that contains one.
 */
export function checkXmlBytes(
  bytes: Uint8Array,
  max: number,
  { metadata = false }: { readonly metadata?: boolean } = {},
): CheckedXml {
  if (bytes.length > max) return fault('too large');
  const text = decodeXml(bytes);
  if (text === undefined) return fault('an unknown encoding');
  if (text === '') return fault('empty');
  const reason = badCharacter.test(text) ? 'a character that XML does not know' : faultOf(text, metadata);
  return reason === undefined ? { ok: true, text } : fault(reason);
}

function faultOf(text: string, metadata: boolean): XmlFault | undefined {
  const most = metadata ? mostInMetadata : mostInMessage;
  const open: { readonly name: string; readonly namespaces: number }[] = [];
  let at = declaration.exec(text)?.[0].length ?? 0;
  let nodes = 0;
  let attributes = 0;
  let hasRoot = false;
  for (;;) {
    const tag = text.indexOf('<', at);
    const between = text.slice(at, tag === -1 ? text.length : tag);
    const problem = open.length === 0 ? outside(between) : faultOfText(between);
    if (problem !== undefined) return problem;
    if (tag === -1) return hasRoot && open.length === 0 ? undefined : 'not well-formed';

    if (metadata && canBeSkipped(text, tag)) {
      const end = endOfSkipped(text, tag);
      if (end === undefined) return 'not well-formed';
      if (++nodes > most.nodes) return 'too many elements';
      at = end;
      continue;
    }
    if (text[tag + 1] === '!' || text[tag + 1] === '?') return faultOfMarkup(text, tag);
    if (text[tag + 1] === '/') {
      const [end, name] = matchAt(endTag, text, tag);
      if (name === undefined || open.pop()?.name !== name) return 'not well-formed';
      at = end;
      continue;
    }
    if (open.length === 0 && hasRoot) return 'text outside the root';
    hasRoot = true;
    if (++nodes > most.nodes) return 'too many elements';
    const start = readStartTag(text, tag);
    if (typeof start === 'string') return start;
    attributes += start.attributes;
    if (attributes > most.attributes) return 'too many attributes';
    const namespaces = start.namespaces + (open.at(-1)?.namespaces ?? 0);
    if (namespaces > maxNamespacesInScope) return 'too many attributes';
    if (!start.empty) open.push({ name: start.name, namespaces });
    if (open.length > maxDepth) return 'too deep';
    at = start.end;
  }
}

interface StartTag {
  readonly name: string;
  readonly end: number;
  readonly empty: boolean;
  readonly attributes: number;
  readonly namespaces: number;
}

function readStartTag(text: string, tag: number): StartTag | XmlFault {
  const [afterName, name] = matchAt(startTag, text, tag);
  if (name === undefined) return 'not well-formed';
  const names = new Set<string>();
  let namespaces = 0;
  let at = afterName;
  for (;;) {
    const [end, attributeName, value] = matchAt(attribute, text, at);
    if (attributeName === undefined || value === undefined) break;
    if (names.has(attributeName)) return 'an attribute twice';
    names.add(attributeName);
    if (attributeName.startsWith('xmlns')) namespaces++;
    if (names.size > maxAttributes || namespaces > maxNamespaces) return 'too many attributes';
    const problem = faultOfReferences(value);
    if (problem !== undefined) return problem;
    at = end;
  }
  const [end, slash] = matchAt(tagEnd, text, at);
  return slash === undefined
    ? 'not well-formed'
    : { name, end, empty: slash === '/', attributes: names.size, namespaces };
}

function outside(between: string): XmlFault | undefined {
  return notWhite.test(between) ? 'text outside the root' : undefined;
}

function faultOfText(text: string): XmlFault | undefined {
  return text.includes(']]>') ? 'not well-formed' : faultOfReferences(text);
}

function faultOfReferences(text: string): XmlFault | undefined {
  if (!text.includes('&')) return undefined;
  if (badReference.test(text)) return 'an unknown entity';
  for (const [, digits = ''] of text.matchAll(numericReference)) {
    const point = digits.startsWith('x') ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10);
    const known = point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
    if (!known || badCharacter.test(String.fromCodePoint(point))) return 'a character that XML does not know';
  }
  return undefined;
}

/** True for a comment, and for a processing instruction that is no XML declaration. */
const canBeSkipped = (text: string, tag: number): boolean =>
  text.startsWith(commentStart, tag) ||
  (text[tag + 1] === '?' && !xmlDeclaration.test(text.slice(tag, tag + 6)));

/** The offset after it; undefined for one that is not well-formed (XML 1.0 §2.5: a comment has no `--` inside). */
function endOfSkipped(text: string, tag: number): number | undefined {
  if (text[tag + 1] === '?') {
    const [afterName] = matchAt(instructionStart, text, tag);
    const last = afterName === tag ? -1 : text.indexOf('?>', afterName);
    return last === -1 ? undefined : last + '?>'.length;
  }
  const start = tag + commentStart.length;
  const end = text.indexOf('-->', start);
  // Includes the first of the last two hyphens, so that no other hyphen precedes them.
  return end === -1 || text.slice(start, end + 1).includes('--') ? undefined : end + '-->'.length;
}

function faultOfMarkup(text: string, tag: number): XmlFault {
  if (text.startsWith(commentStart, tag)) return 'a comment';
  if (text.startsWith('<![CDATA[', tag)) return 'a CDATA section';
  if (text[tag + 1] !== '?') return 'a document type';
  return xmlDeclaration.test(text.slice(tag, tag + 6))
    ? 'an XML declaration of another form'
    : 'a processing instruction';
}

/** The end of a sticky expression's match at `at`, and its groups; only `at` itself if there is no match. */
function matchAt(
  expression: RegExp,
  text: string,
  at: number,
): [end: number, ...groups: (string | undefined)[]] {
  expression.lastIndex = at;
  const match = expression.exec(text);
  return match === null ? [at] : [expression.lastIndex, ...match.slice(1)];
}

function fault(reason: XmlFault): CheckedXml {
  return { ok: false, reason };
}
