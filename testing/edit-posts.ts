import { adminPostApi } from '#contract/admin-posts.ts';
import type { RequestOf, ResponseOf } from '#contract/endpoint.ts';
import type { GivenUser } from './given-user.ts';

export const params = { serviceId: 'news' };

export const creation = { slug: 'new-note', title: 'New', bodyFormat: 'markdown', status: 'unpublish' } as const;

type Creation = RequestOf<typeof adminPostApi.create>['body'];
type Update = NonNullable<RequestOf<typeof adminPostApi.update>['body']>;
type AdminPost = ResponseOf<typeof adminPostApi.create>;

let made = 0;

export async function createPost(user: GivenUser, body: Partial<Creation>): Promise<AdminPost> {
  made += 1;
  const whole = { slug: `post-${made}`, title: 'A post', bodyFormat: 'markdown', status: 'draft', ...body } as const;
  return user.call(adminPostApi.create, { params, body: whole });
}

export async function updatePost(user: GivenUser, postId: string, body: Update): Promise<AdminPost> {
  return user.call(adminPostApi.update, { params: { ...params, idOrSlug: postId }, body });
}

export async function setStatus(user: GivenUser, postId: string, status: string): Promise<AdminPost> {
  return user.call(adminPostApi.setStatus, { params: { ...params, idOrSlug: postId }, body: { status } });
}
