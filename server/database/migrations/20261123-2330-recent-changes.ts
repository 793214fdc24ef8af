import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

/** Lists the posts whose change raised `services.revision`, one revision a line, so that caches keep other pages. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('services')
    .addColumn('recent_changes', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('services').dropColumn('recent_changes').execute();
}
