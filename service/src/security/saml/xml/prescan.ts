/**
 * Scans raw XML before a parser sees it and refuses what no SAML message needs (threats C2, C3). A DOCTYPE defines
 * entities, comments and CDATA split a value into several nodes, and a hundred thousand nested tags keep a parser busy
 * for seconds. One pass from left to right without recursion: the time is linear in the length.
 */

/** A SAML message has some fifteen levels. */
const maxDepth = 32;
const maxAttributes = 64;
/** On one element: namespace declarations. */
const maxNamespaces = 16;
/** On an element and its ancestors: canonical XML visits each of them on every element. A message has about ten. */
const maxNamespacesInScope = 32;
/** The parser's time grows with the square of elements and comments. A person in hundreds of groups has hundreds. */
const maxNodes = 1000;
/** On all elements together. OpenSAML writes three per group, as each value has a type. */
const maxAttributesInAll = 4000;

/** Why bytes are refused: for the log and for the admin who uploads a file. Quotes nothing of the input. */
export type XmlFault =
  | 'empty'
  | 'too large'
  | 'not UTF-8'
  | 'a character that XML does not know'
  | 'a document type'
  | 'a comment'
  | 'a CDATA section'
  | 'a processing instruction'
  | 'an unknown entity'
  | 'too deep'
  | 'too many attributes'
  | 'too many elements'
  | 'an attribute twice'
  | 'text outside the root'
  | 'not well-formed';

export type CheckedXml = { ok: true; text: string } | { ok: false; reason: XmlFault };

// Only the encoding's name is the same in every case (XML 1.0 §2.8): `<?XML` is an instruction.
const declaration =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*["']1\.0["'](?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*["'][Uu][Tt][Ff]-8["'])?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*["'](?:yes|no)["'])?[ \t\r\n]*\?>/;
// Names of SAML, XML signature and XML encryption are ASCII, with one prefix at most. Each expression is sticky (`y`)
// and unambiguous, so none of them backtracks far.
const startTag = /<([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)/y;
const endTag = /<\/([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)[ \t\r\n]*>/y;
const attribute =
  /[ \t\r\n]+([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)[ \t\r\n]*=[ \t\r\n]*("[^<"]*"|'[^<']*')/y;
const tagEnd = /[ \t\r\n]*(\/?)>/y;
const commentStart = '<!--';
const notWhite = /[^ \t\r\n]/;
const badReference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\dA-Fa-f]{1,6});)/;
const numericReference = /&#(x[\dA-Fa-f]+|\d+);/g;
// oxlint-disable-next-line no-control-regex -- the characters that XML 1.0 §2.2 leaves out
const badCharacter = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;

/**
 * Checks that `bytes` are one XML document of at most `max` bytes without any of the above. `text` is safe to parse.
 * Refuses names that are not ASCII: SAML has none. With `comments` it accepts comments: the caller must then not read a
 * text that contains one.
 */
export function checkXmlBytes(
  bytes: Uint8Array,
  max: number,
  { comments = false }: { readonly comments?: boolean } = {},
): CheckedXml {
  if (bytes.length === 0) return fault('empty');
  if (bytes.length > max) return fault('too large');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fault('not UTF-8');
  }
  const reason = badCharacter.test(text) ? 'a character that XML does not know' : faultOf(text, comments);
  return reason === undefined ? { ok: true, text } : fault(reason);
}

function faultOf(text: string, comments: boolean): XmlFault | undefined {
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

    if (comments && text.startsWith(commentStart, tag)) {
      const end = endOfComment(text, tag);
      if (end === undefined) return 'not well-formed';
      if (++nodes > maxNodes) return 'too many elements';
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
    if (++nodes > maxNodes) return 'too many elements';
    const start = readStartTag(text, tag);
    if (typeof start === 'string') return start;
    attributes += start.attributes;
    if (attributes > maxAttributesInAll) return 'too many attributes';
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

/** The offset after a comment; undefined for a comment that is not well-formed (XML 1.0 §2.5: no `--` inside). */
function endOfComment(text: string, tag: number): number | undefined {
  const start = tag + commentStart.length;
  const end = text.indexOf('-->', start);
  // Includes the first of the last two hyphens, so that no other hyphen precedes them.
  return end === -1 || text.slice(start, end + 1).includes('--') ? undefined : end + '-->'.length;
}

function faultOfMarkup(text: string, tag: number): XmlFault {
  if (text.startsWith(commentStart, tag)) return 'a comment';
  if (text.startsWith('<![CDATA[', tag)) return 'a CDATA section';
  return text[tag + 1] === '?' ? 'a processing instruction' : 'a document type';
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
