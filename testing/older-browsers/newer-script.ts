/** Finds what a built script uses that one of the oldest browsers lacks: syntax, and calls of built-ins. */
import { parse } from 'acorn';

import { supported } from './floor.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

const isNode = (part: unknown): part is Node => typeof (part as Node | null)?.type === 'string';
const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Each built-in by the names in calls: `Map.groupBy`, `.toSorted` of any object, `Segmenter`; true: some of that name is known. */
const builtIns = new Map<string, boolean>();
for (const [key, known] of supported) {
  const [, owner = '', member, isStatic] =
    /^(?:javascript\.builtins|api)\.(?:Intl\.)?(\w+?)(?:\.(\w+?)(_static)?)?$/.exec(key) ?? [];
  const names = member === undefined ? [owner, `.${owner}`] : isStatic ? [] : [`.${member}`];
  if (member !== undefined) names.push(`${owner}.${member}`);
  for (const name of names) builtIns.set(name, known || builtIns.get(name) === true);
}

/** The name of a called function, as in `builtIns`. */
function calledName({ type, callee }: Node): string | undefined {
  if ((type !== 'CallExpression' && type !== 'NewExpression') || !isNode(callee)) return undefined;
  const nameOf = (node: unknown): string =>
    isNode(node) && typeof node['name'] === 'string' ? node['name'] : '';
  if (callee.type === 'Identifier') return nameOf(callee);
  if (callee.type !== 'MemberExpression' || callee['computed'] === true) return undefined;
  const member = `.${nameOf(callee['property'])}`;
  const owned = nameOf(callee['object']) + member;
  return builtIns.has(owned) ? owned : member;
}

/** The names that scripts give to their own methods and properties: a call of such a name is hardly one of a built-in. */
const ownNames = /([a-zA-Z]\w+)(?:\([^()]*\)\{|[:=](?!=))/g;
const lookbehind = /^(?:\/|(?:new )?RegExp\().*\(\?<[=!]/s;

/**
 * Finds the uses in the scripts of an app. A call in a `try`, or below a condition that names it, is not one.
 *
 * @returns the place of each use, by its name
 * @throws SyntaxError where a script is newer than ES2022
 */
export function newerUses(scripts: readonly string[]): Map<string, string> {
  const own = new Set(scripts.flatMap((code) => Array.from(code.matchAll(ownNames), ([, name]) => name)));
  const uses = new Map<string, string>();

  function visit(code: string, node: Node, guards: string): void {
    const source = ({ start, end }: Node): string => code.slice(start, end);
    const use = (name: string): void => void uses.set(name, code.slice(node.start - 60, node.end));
    const name = calledName(node) ?? '';
    const member = name.replace(/.*\./, '');
    const isOwn = name.startsWith('.') && own.has(member);
    const isGuarded = node['optional'] === true || guards === 'all' || guards.includes(member);
    if (builtIns.get(name) === false && !isOwn && !isGuarded) use(name);
    if (node.type === 'StaticBlock') use('static block');
    if (/^(?:Literal|NewExpression|CallExpression)$/.test(node.type) && lookbehind.test(source(node)))
      use('lookbehind');
    const test = node['test'] ?? (node.type === 'LogicalExpression' ? node['left'] : undefined);
    for (const part of partsOf(node)) {
      const isTried = node.type === 'TryStatement' && part === node['block'];
      const isAsked = isNode(test) && part !== test && guards !== 'all';
      visit(code, part, isTried ? 'all' : isAsked ? guards + source(test) : guards);
    }
  }

  for (const code of scripts)
    visit(code, parse(code, { ecmaVersion: 2022, sourceType: 'module' }) as unknown as Node, '');
  return uses;
}
