import { sql } from 'kysely';
import type { Database, Db } from '#server/database/connect.ts';
import { givenService } from './given.ts';

const n = sql.ref('n');

export function manyCommentId(number: number): string {
  return `${'01kb'.padEnd(16, '0')}${String(number).padStart(9, '0')}0`;
}

/**
 * Creates a service with many comments by SQL, within seconds. Every second one belongs to `busy-content`, the others
 * to a thousand contents. One in 100 is unconfirmed, one in 10 unpublished, one in 50 deleted. All contain `common`,
 * and number 70,000 also `needle`.
 */
export async function givenManyComments(
  database: Database,
  { serviceId = 'many', count = 100_000 } = {},
): Promise<{ serviceId: string }> {
  await givenService({ database }, { serviceId, functions: ['post', 'comment'] });
  const { writer } = database;
  const digits = (width: number) => sql`substr(cast(${sql.lit(10 ** width)} + ${n} as text), 2)`;
  const instant = '2026-11-21T04:43:00Z';
  await sql`
    insert into comments (comment_id, service_id, content_id, body, nickname, age, area, search_text, publish_status,
      held_for, author_id, body_hash, address_hash, sealed_address, user_agent, created_at, updated_at, is_deleted,
      deleted_at, deleted_by)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    select ${sql.lit('01kb'.padEnd(16, '0'))} || ${digits(9)} || '0', ${serviceId},
      case when n % 2 = 0 then 'busy-content' else 'content-' || (n % 1000) end,
      'Comment ' || n, '', '', '',
      case when n = 70000 then 'common needle' else 'common comment ' || n end,
      case when n % 100 = 0 then 'unconfirm' when n % 10 = 0 then 'unpublish' else 'publish' end,
      null, 'guest:' || (n % 5000), 'hash-' || n, null, null, null, ${instant}, null,
      case when n % 50 = 7 then 1 else 0 end,
      case when n % 50 = 7 then ${instant} else null end, case when n % 50 = 7 then 'tester' else null end
    from numbers`.execute(writer);
  await insertCounts(writer);
  if (database.engine === 'postgres') await sql`analyze`.execute(writer);
  return { serviceId };
}

async function insertCounts(db: Db): Promise<void> {
  const count = (status: string) => sql`sum(case when publish_status = ${sql.lit(status)} then 1 else 0 end)`;
  const counts = sql`${count('publish')}, ${count('unpublish')}, ${count('unconfirm')}`;
  await sql`
    insert into talks (service_id, content_id, revision, publish_count, unpublish_count, unconfirm_count, updated_at)
    select service_id, content_id, 1, ${counts}, max(created_at) from comments where is_deleted = 0
    group by service_id, content_id`.execute(db);
  await sql`
    insert into comment_totals (service_id, publish_count, unpublish_count, unconfirm_count)
    select service_id, ${counts} from comments where is_deleted = 0 group by service_id`.execute(db);
}
