import type { TablePlan } from './table-plan.ts';

const OF_MIGRATIONS: ReadonlySet<string> = new Set(['kysely_migration', 'kysely_migration_lock']);
const MAX_NAMED = 3;

export function judgeTables(tables: readonly string[], plan: TablePlan) {
  const ours = new Set(plan.tables.map(({ name }) => name));
  const others = tables.filter((table) => !ours.has(table) && !OF_MIGRATIONS.has(table)).toSorted();
  const named = `${others.slice(0, MAX_NAMED).join(', ')}${others.length > MAX_NAMED ? ', …' : ''}`;
  return {
    filled: tables.filter((table) => ours.has(table)),
    foreign:
      others.length === 0
        ? undefined
        : (name: string) => `${name} holds tables that are not Kawaraban's (${named}): name an empty one.`,
  };
}
