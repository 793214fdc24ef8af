import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createIndex('post_revisions_of_service')
    .on('post_revisions')
    .columns(['service_id', 'saved_at', 'post_id', 'revision'])
    .execute();
  await db.schema.dropIndex('post_revisions_service').execute();
  await db.schema.createIndex('votes_of_service').on('votes').columns(['service_id', 'created_at']).execute();
  await db.schema
    .createIndex('post_working_copies_of_user')
    .on('post_working_copies')
    .columns(['username', 'service_id', 'updated_at', 'post_id'])
    .execute();
  await sql`create index posts_drafts on posts (service_id, created_by, coalesce(updated_at, created_at), post_id)
    where status = 'draft'`.execute(db);
  await sql`create index posts_effective on posts (service_id, effective_at, post_id)
    where effective_at is not null`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('posts_effective').execute();
  await db.schema.dropIndex('posts_drafts').execute();
  await db.schema.dropIndex('post_working_copies_of_user').execute();
  await db.schema.dropIndex('votes_of_service').execute();
  await db.schema.createIndex('post_revisions_service').on('post_revisions').columns(['service_id']).execute();
  await db.schema.dropIndex('post_revisions_of_service').execute();
}
