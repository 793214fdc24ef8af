import type { Comment, NewComment } from '#server/comments/comment.repository.ts';
import { storeComment } from '#server/comments/index.ts';
import { toInstant } from '#server/platform/clock.ts';
import { nextId } from '#server/platform/ids.ts';
import { isService } from '#server/services/index.ts';
import { testClock } from './clock.ts';
import { type Given, givenService } from './given.ts';

/** Shared by all comments without a clock, so that comments of one instant keep their order. */
const sharedClock = testClock();

let made = 0;

export async function givenComment(
  { database, clock = sharedClock }: Given,
  { serviceId = 'news', contentId = 'some-content', ...given }: Partial<NewComment> = {},
): Promise<Comment> {
  if (!(await isService(database.writer, serviceId)))
    await givenService({ database, clock }, { serviceId, functions: ['post', 'comment'] });
  made += 1;
  const createdAt = given.createdAt ?? toInstant(clock.now());
  return database.writer.transaction().execute((trx) =>
    storeComment(trx, {
      serviceId,
      contentId,
      createdAt,
      body: `Comment ${made}`,
      nickname: '',
      replyTo: null,
      age: '',
      area: '',
      publishStatus: 'publish',
      heldFor: null,
      authorId: `guest:${made}`,
      addressHash: null,
      sealedAddress: null,
      userAgent: null,
      commentId: nextId(clock, new Date(createdAt)),
      ...given,
    }),
  );
}
