/** Finds in the plan of a statement what costs more with each row of a table. */
import type pg from 'pg';

/** A node of a plan, as `explain (format json)` names it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

const indexScans = new Set(['Index Scan', 'Index Only Scan', 'Bitmap Index Scan']);

/**
 * The nodes of the statement's plan, made for any values, that read a table or an index from end to end:
 * `table: Seq Scan` or `index: Index Scan without a condition`.
 */
export async function findWholeReads(client: pg.Client, statement: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    `explain (generic_plan, format json) ${statement}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error(`no plan of ${statement}`);
  return nodesOf(plan).flatMap((node) => {
    const type = node['Node Type'];
    if (type === 'Seq Scan') return [`${node['Relation Name']}: ${type}`];
    if (indexScans.has(type) && node['Index Cond'] === undefined)
      return [`${node['Index Name']}: ${type} without a condition`];
    return [];
  });
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
