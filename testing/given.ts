import type { ServiceFunction } from '#contract/services.ts';
import { findCategory, insertCategory } from '#server/categories/index.ts';
import type { Database } from '#server/database/connect.ts';
import { toInstant } from '#server/platform/clock.ts';
import { createPost, type PostContent, preparePost, type WrittenPost } from '#server/post-editing/index.ts';
import { createService, isService } from '#server/services/index.ts';
import { testClock } from './clock.ts';
import { defaultBounds } from './content-bounds.ts';

export interface Given {
  readonly database: Database;
  readonly clock?: ReturnType<typeof testClock>;
}

let made = 0;

function nextName(noun: string): string {
  made += 1;
  return `${noun}-${made}`;
}

export async function givenService(
  { database, clock = testClock() }: Given,
  { serviceId = nextName('service'), label = 'A service', functions = ['post'] as ServiceFunction[] } = {},
): Promise<string> {
  await database.writer.transaction().execute((trx) => createService(trx, { clock }, { serviceId, label, functions }));
  return serviceId;
}

export async function givenPost(
  { database, clock = testClock() }: Given,
  {
    serviceId = 'news',
    category,
    ...given
  }: Partial<Omit<PostContent, 'category'>> & { serviceId?: string; category?: string } = {},
): Promise<WrittenPost & { slug: string }> {
  if (!(await isService(database.writer, serviceId))) await givenService({ database, clock }, { serviceId });
  const slug = given.slug ?? nextName('post');
  const prepared = await preparePost({
    title: 'A post',
    description: '',
    author: '',
    body: 'Some *text*.',
    tags: [],
    status: 'published' as const,
    ...given,
    slug,
    category:
      category === undefined ? undefined : await givenCategory({ database, clock }, { serviceId, slug: category }),
  });
  const written = await database.writer
    .transaction()
    .execute((trx) => createPost(trx, { clock, serviceId, actor: 'tester', content: defaultBounds }, prepared));
  return { postId: written.postId, revision: written.revision, slug };
}

export async function givenCategory(
  { database, clock = testClock() }: Given,
  {
    serviceId,
    slug,
    label = slug,
    parent = 'root',
  }: { serviceId: string; slug: string; label?: string; parent?: string },
) {
  if (!(await isService(database.writer, serviceId))) await givenService({ database, clock }, { serviceId });
  const existing = await findCategory(database.writer, serviceId, slug);
  if (existing) return existing;
  const above = await findCategory(database.writer, serviceId, parent);
  if (!above) throw new Error(`No category ${parent}`);
  return database.writer
    .transaction()
    .execute((trx) =>
      insertCategory(trx, { serviceId, slug, label, parent: above, createdAt: toInstant(clock.now()) }),
    );
}
