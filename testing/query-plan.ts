import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely';
import type { Database, Db } from '#server/database/connect.ts';

/**
 * One step per line. PostgreSQL prefers sequential scans on small tables; unless the tables are filled, they are
 * disabled. `db` runs the call: a query that it has compiled before is not seen.
 */
export async function planOf(
  { engine, writer }: Database,
  call: (db: Db) => Promise<unknown>,
  { isFilled = false, db = writer }: { readonly isFilled?: boolean; readonly db?: Db } = {},
): Promise<string[]> {
  const nodes: RootOperationNode[] = [];
  const watching = db.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await call(watching);
  return writer.transaction().execute(async (trx) => {
    if (engine === 'postgres' && !isFilled) await sql`set local enable_seqscan = off`.execute(trx);
    const steps: string[] = [];
    for (const node of nodes) {
      const executor = trx.getExecutor();
      const compiled = executor.compileQuery(executor.transformQuery(node, createQueryId()), createQueryId());
      const explain = engine === 'postgres' ? 'explain' : 'explain query plan';
      const { rows } = await trx.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(`${explain} ${compiled.sql}`, [...compiled.parameters]),
      );
      steps.push(
        ...rows.map((row) => String(row.detail ?? row['QUERY PLAN'] ?? row.queryPlan ?? Object.values(row)[0])),
      );
    }
    return steps;
  });
}
