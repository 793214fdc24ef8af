import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

interface Label {
  readonly tag_id: string;
  readonly service_id: string;
  readonly label: string;
}

/** Normalizes tag labels to trimmed NFC, the form of lookups. */
export async function up(db: AnyDatabase): Promise<void> {
  const tags: Label[] = await db
    .selectFrom('tags')
    .select(['tag_id', 'service_id', 'label'])
    .orderBy('tag_id')
    .execute();
  const spelt = new Map(tags.map((tag) => [keyOf(tag.service_id, tag.label), tag]));
  for (const tag of tags) {
    const label = tag.label.normalize('NFC').trim();
    if (label === tag.label || label === '') continue;
    const same = spelt.get(keyOf(tag.service_id, label));
    if (same) await merge(db, tag, same);
    else await db.updateTable('tags').set({ label }).where('tag_id', '=', tag.tag_id).execute();
    if (!same) spelt.set(keyOf(tag.service_id, label), tag);
  }
}

async function merge(db: AnyDatabase, from: Label, into: Label): Promise<void> {
  const both = db.selectFrom('post_tags').select('post_id').where('tag_id', '=', into.tag_id);
  await db.deleteFrom('post_tags').where('tag_id', '=', from.tag_id).where('post_id', 'in', both).execute();
  await db.updateTable('post_tags').set({ tag_id: into.tag_id }).where('tag_id', '=', from.tag_id).execute();
  await db.deleteFrom('tags').where('tag_id', '=', from.tag_id).execute();
}

function keyOf(serviceId: string, label: string): string {
  return `${serviceId} ${label}`;
}

/** The original spellings are not stored. */
export async function down(): Promise<void> {}
