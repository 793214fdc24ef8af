import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);

  await db.schema
    .createTable('webhooks')
    .addColumn('webhook_id', text, (column) => column.primaryKey().notNull())
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('events', text, (column) => column.notNull())
    .addColumn('is_enabled', 'integer', (column) => column.notNull())
    .addColumn('is_gone', 'integer', (column) => column.notNull())
    .addColumn('secret', text, (column) => column.notNull())
    .addColumn('former_secret', text)
    .addColumn('former_until', text)
    .addColumn('created_by', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text)
    .addColumn('failing_since', text)
    .addColumn('attempted_at', text)
    .addColumn('last_delivered_at', text)
    .execute();
  await db.schema.createIndex('webhooks_of_service').on('webhooks').columns(['service_id', 'webhook_id']).execute();

  await db.schema
    .createTable('webhook_events')
    .addColumn('event_id', text, (column) => column.primaryKey().notNull())
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('payload', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('webhook_events_of_service').on('webhook_events').columns(['service_id']).execute();

  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('delivery_id', text, (column) => column.primaryKey().notNull())
    .addColumn('webhook_id', text, (column) => column.notNull().references('webhooks.webhook_id').onDelete('cascade'))
    .addColumn('event_id', text, (column) => column.notNull().references('webhook_events.event_id').onDelete('cascade'))
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('queued_at', text, (column) => column.notNull())
    .addColumn('due_at', text)
    .addColumn('attempted_at', text)
    .addColumn('status_code', 'integer')
    .addColumn('fault', text)
    .addColumn('duration_ms', 'integer')
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_of_webhook')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'delivery_id'])
    .execute();
  await db.schema.createIndex('webhook_deliveries_of_event').on('webhook_deliveries').columns(['event_id']).execute();
  await db.schema
    .createIndex('webhook_deliveries_due')
    .on('webhook_deliveries')
    .columns(['due_at'])
    .where(sql.ref('due_at'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_due_of_webhook')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'due_at', 'delivery_id'])
    .where(sql.ref('due_at'), 'is not', null)
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of ['webhook_deliveries', 'webhook_events', 'webhooks']) await db.schema.dropTable(table).execute();
}
