import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type Step = (db: Kysely<any>) => Promise<void>;

export function revisionColumns(columns: readonly (readonly [table: string, column: string])[]): {
  readonly up: Step;
  readonly down: Step;
} {
  return {
    async up(db) {
      for (const [table, name] of columns) {
        await db.schema
          .alterTable(table)
          .addColumn(name, 'integer', (column) => column.notNull().defaultTo(1))
          .execute();
      }
    },
    async down(db) {
      for (const [table, name] of columns) await db.schema.alterTable(table).dropColumn(name).execute();
    },
  };
}
