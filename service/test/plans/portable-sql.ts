/**
 * Finds SQL that the distributed engines which speak PostgreSQL's language do not take, with PostgreSQL's own grammar
 * (docs/scaling.md; CockroachDB 25.4, "PostgreSQL compatibility" and "Known limitations"; YugabyteDB 2025.1,
 * "PostgreSQL compatibility").
 */
import { loadModule, parseSync } from 'libpg-query';

type Node = Readonly<Record<string, unknown>>;

/** Each kind of a node of the parser, and what of it is not taken. */
const rules: Readonly<Record<string, (node: Node) => string | undefined>> = {
  FuncCall: ({ funcname }) => (/advisory/.test(wordsOf(funcname)) ? 'an advisory lock' : undefined),
  ColumnRef: ({ fields }) =>
    /(?:^| )(?:ctid|xmin|xmax|cmin|cmax|tableoid)$/.test(wordsOf(fields)) ? 'a system column' : undefined,
  CollateClause: ({ collname }) => (wordsOf(collname) === 'C' ? undefined : 'a collation other than C'),
  IndexStmt: ({ accessMethod }) =>
    accessMethod === 'btree' || accessMethod === 'gin'
      ? undefined
      : 'an index that is neither B-tree nor GIN',
  CreateStmt: ({ partspec, partbound }) =>
    partspec === undefined && partbound === undefined ? undefined : 'a partition',
  CreateFunctionStmt: ({ options }) =>
    /plpgsql/.test(wordsOf(options)) ? 'a function in PL/pgSQL' : undefined,
  DoStmt: () => 'a function in PL/pgSQL',
  CreateTrigStmt: ({ relation }) =>
    (relation as Node)['relname'] === 'audit_log' ? undefined : 'a trigger that does not guard the audit log',
  AlterTableStmt: ({ cmds }) =>
    (cmds as readonly unknown[]).length > 1 ? 'several changes of a table in one statement' : undefined,
  Constraint: ({ contype }) =>
    /^CONSTR_(?:EXCLUSION|ATTR_DEFERR)/.test(String(contype))
      ? 'an exclusion or a deferred constraint'
      : undefined,
  LockStmt: () => 'a lock of a whole table',
  ListenStmt: () => 'a notification',
  NotifyStmt: () => 'a notification',
};

/** All words within a node, with a space between them. */
function wordsOf(node: unknown): string {
  if (typeof node === 'string') return node;
  if (typeof node !== 'object' || node === null) return '';
  return Object.values(node).map(wordsOf).filter(Boolean).join(' ');
}

/** What of the SQL text, of one statement or several, the engines do not take. Rejects where the grammar does. */
export async function findUnportable(text: string): Promise<readonly string[]> {
  await loadModule();
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [kind, child] of Object.entries(node)) {
      const fault = child !== null && rules[kind]?.(child as Node);
      if (fault) found.add(fault);
      walk(child);
    }
  };
  walk(parseSync(text));
  return [...found];
}
