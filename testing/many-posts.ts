import { type RawBuilder, sql } from 'kysely';
import { listCategories } from '#server/categories/index.ts';
import type { Database, Db } from '#server/database/connect.ts';
import { givenCategory, givenService } from './given.ts';

const TOP_CATEGORIES = 10;
const SUB_CATEGORIES = 5;

const n = sql.ref('n');

const digits = (value: RawBuilder<unknown>, count: number) =>
  sql`substr(cast(${sql.lit(10 ** count)} + ${value} as text), 2)`;

const idOf = (kind: string, number: RawBuilder<unknown>) =>
  sql`${sql.lit(kind.padEnd(16, '0'))} || ${digits(number, 9)} || '0'`;

const id = (kind: string) => idOf(kind, n);

/** Gives each of a thousand posts per day its own minute, from 2020 on; a year has 336 days. */
const instant = sql`cast(2020 + ${n} / 336000 as text) || '-' || ${digits(sql`(1 + ${n} / 28000 % 12)`, 2)}
  || '-' || ${digits(sql`(1 + ${n} / 1000 % 28)`, 2)}
  || 'T' || ${digits(sql`(${n} % 1000 / 60)`, 2)} || ':' || ${digits(sql`(${n} % 60)`, 2)} || ':00Z'`;

const numbersUpTo = (last: number) =>
  sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(last)})`;

export function manyPostId(number: number): string {
  return `${'post'.padEnd(16, '0')}${String(number).padStart(9, '0')}0`;
}

/**
 * Creates a service with many short posts by SQL, within seconds: with categories, tags, groups, a history and a bin.
 * Half of them share one title, nine in ten were never changed, one in ten has no publish time, one in 100 is a draft,
 * one in 1000 reserved, and every fifth has no category. Nine in
 * ten are an English or a Japanese post of a pair, and one in twenty Japanese ones is outdated. All have the tag `everywhere`, few `rare`.
 */
export async function givenManyPosts(
  database: Database,
  { serviceId = 'many', count = 100_000 } = {},
): Promise<{ serviceId: string }> {
  await givenService({ database }, { serviceId });
  for (let top = 0; top < TOP_CATEGORIES; top += 1) {
    await givenCategory({ database }, { serviceId, slug: `top-${top}` });
    for (let sub = 0; sub < SUB_CATEGORIES; sub += 1) {
      await givenCategory({ database }, { serviceId, slug: `sub-${top}-${sub}`, parent: `top-${top}` });
    }
  }
  await insertPosts(database.writer, serviceId, count);
  await insertTags(database.writer, serviceId);
  await insertGroups(database.writer, serviceId, count);
  await insertTranslations(database.writer, serviceId, count);
  await insertTraces(database.writer, serviceId, count);
  if (database.engine === 'postgres') await sql`analyze`.execute(database.writer);
  return { serviceId };
}

async function insertPosts(db: Db, serviceId: string, count: number): Promise<void> {
  const categories = await listCategories(db, serviceId);
  const firstId = Math.min(...categories.map((category) => category.id));
  const isDraft = sql`n % 100 = 0`;
  const isReserved = sql`n % 1000 = 7`;
  const effectiveAt = sql`case when ${isDraft} then null when ${isReserved} then replace(${instant}, '202', '203')
    else ${instant} end`;
  await sql`
    insert into posts (post_id, service_id, slug, title, description, author, excerpt, body_format, content_id,
      status, publish_at, effective_at, listed_at, is_hidden_in_list, category_id, preview_token, revision,
      render_version, created_at, created_by, updated_at, updated_by, body, body_html, body_text)
    ${numbersUpTo(count)}
    select ${id('post')}, ${serviceId}, 'post-' || n, case when n % 2 = 0 then 'Note' else 'Note ' || n end,
      '', '', '', 'markdown', ${id('post')},
      case when ${isDraft} then 'draft' when ${isReserved} then 'reserved' else 'published' end,
      case when n % 10 = 0 then null else ${instant} end,
      ${effectiveAt}, ${effectiveAt},
      0, case when n % 5 = 0 then null else ${sql.lit(firstId)} + n % ${sql.lit(categories.length)} end,
      '', 1, 1000, ${instant}, 'tester', case when n % 10 = 1 then ${instant} else null end, null, 'x', '<p>x</p>', 'x'
    from numbers`.execute(db);
}

/**
 * Fills the search index by SQL with the words of the titles, slugs and texts of `givenManyPosts`, because indexing as
 * usual takes minutes.
 */
export async function givenManySearchTerms({ writer, engine }: Database, serviceId: string): Promise<void> {
  const terms = sql`'s' || ${Buffer.from(serviceId).toString('hex')} || ' tpnote uppost bpx'
    || case when n % 2 = 0 then '' else ${gramsOf('t')} end || ${gramsOf('u')}
    || case when n % 10 = 3 then ' l6a61' else ' l656e' end`;
  const numbered = sql`(select posts.*, cast(substr(posts.slug, 6) as integer) as n from posts
    where service_id = ${serviceId}) as numbered`;
  await sql`update posts set search_key = cast(substr(slug, 6) as integer),
    search_language = case when cast(substr(slug, 6) as integer) % 10 = 3 then 'ja' else 'en' end
    where service_id = ${serviceId}`.execute(writer);
  if (engine === 'sqlite') {
    await sql`insert into post_search (rowid, terms) select n, ${terms} from ${numbered}`.execute(writer);
    return;
  }
  await sql`insert into post_search (service_id, search_key, terms)
    select service_id, n, ${terms} from ${numbered}`.execute(writer);
  await sql`vacuum analyze post_search`.execute(writer);
  await sql`analyze posts`.execute(writer);
}

/** Words of up to four letters have their prefixes only. */
function gramsOf(field: 't' | 'u'): RawBuilder<string> {
  const prefixes = [1, 2, 3, 4].map(
    (length) => sql`' ${sql.raw(field)}p' || substr(cast(n as text), 1, ${sql.lit(length)})`,
  );
  return sql`${sql.join(prefixes, sql` || `)}
    || case when n > 9999 then ' ${sql.raw(field)}w' || cast(n as text) else '' end`;
}

async function insertTags(db: Db, serviceId: string): Promise<void> {
  await sql`
    insert into tags (tag_id, service_id, label, created_at)
    ${numbersUpTo(1000)}
    select ${id('tag')}, ${serviceId}, case n when 1 then 'everywhere' when 2 then 'rare' else 'tag-' || n end, ${instant}
    from numbers`.execute(db);
  const link = (tag: RawBuilder<unknown>) => sql`
    insert into post_tags (service_id, post_id, tag_id, listed_at)
    select service_id, post_id, ${tag}, listed_at
    from (select posts.*, cast(substr(posts.slug, 6) as integer) as n from posts) as numbered
    where service_id = ${serviceId}`;
  await link(idOf('tag', sql`1`)).execute(db);
  await link(idOf('tag', sql`(2 + n % 999)`)).execute(db);
}

async function insertGroups(db: Db, serviceId: string, count: number): Promise<void> {
  await sql`
    insert into post_groups (group_id, service_id, slug, label, created_at, updated_at)
    ${numbersUpTo(200)}
    select ${id('group')}, ${serviceId}, 'group-' || n, 'Group ' || n, ${instant}, ${instant} from numbers`.execute(db);
  const places = (last: number, group: RawBuilder<unknown>) => sql`
    insert into post_group_posts (group_id, post_id, service_id, position)
    ${numbersUpTo(last)}
    select ${idOf('group', group)}, ${idOf('post', sql`(1 + n * 7919 % ${sql.lit(count)})`)}, ${serviceId}, n
    from numbers where true on conflict do nothing`;
  await places(1000, sql`1`).execute(db);
  await places(19_800, sql`(2 + n % 199)`).execute(db);
}

async function insertTranslations(db: Db, serviceId: string, count: number): Promise<void> {
  await sql`
    insert into translations (post_id, service_id, set_id, language, is_lead, outdated, missing, extra, original_id,
      original_revision, reviewed_blocks)
    ${numbersUpTo(count)}
    select ${id('post')}, ${serviceId}, ${idOf('set', sql`((n + 1) / 2)`)}, case when n % 2 = 1 then 'en' else 'ja' end,
      n % 2, case when n % 40 = 0 then 3 else 0 end, 0, 0,
      case when n % 2 = 1 then null else ${idOf('post', sql`(n - 1)`)} end,
      case when n % 2 = 1 then null else 1 end, case when n % 2 = 1 then null else '[]' end
    from numbers where (n + 1) / 2 % 10 > 0`.execute(db);
}

async function insertTraces(db: Db, serviceId: string, count: number): Promise<void> {
  await sql`
    insert into post_revisions (post_id, revision, service_id, kind, title, saved_at, saved_by, content)
    ${numbersUpTo(count)}
    select case when n <= 50 then ${sql.lit(manyPostId(1))} else ${id('post')} end, n, ${serviceId}, 'saved', 'Note',
      ${instant}, 'tester', '{}' from numbers`.execute(db);
  await sql`
    insert into deleted_posts (post_id, service_id, slug, title, status, deleted_at, deleted_by, content)
    ${numbersUpTo(count / 5)}
    select ${id('deleted')}, ${serviceId}, 'gone-' || n, 'Note', 'draft', ${instant}, 'tester', '{}'
    from numbers`.execute(db);
  await sql`
    insert into post_slug_redirects (service_id, slug, post_id, created_at)
    ${numbersUpTo(count / 5)}
    select ${serviceId}, 'old-' || n, ${id('post')}, ${instant} from numbers`.execute(db);
  await sql`
    insert into files (file_id, service_id, file_type, mime_type, name, size, status, created_at, created_by)
    ${numbersUpTo(count / 5)}
    select ${id('file')}, ${serviceId}, 'image', 'image/png', 'x.png', 1, 'published', ${instant}, 'tester'
    from numbers`.execute(db);
  await sql`
    insert into file_uses (file_id, post_id, place, service_id)
    ${numbersUpTo(count / 5)}
    select ${id('file')}, ${id('post')}, 'images', ${serviceId} from numbers`.execute(db);
  await sql`
    insert into static_files (path, service_id, post_id, generation, written_at, attempts)
    ${numbersUpTo(count)}
    select 'posts/many/post-' || n || '.json', ${serviceId}, ${id('post')}, 1, ${instant}, 0 from numbers`.execute(db);
}
