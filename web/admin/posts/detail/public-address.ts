import type { AdminPost } from '#contract/admin-posts.ts';

export type Addressed = Pick<AdminPost, 'serviceId' | 'slug' | 'status' | 'previewToken' | 'service'>;

/** Where readers find a post: on the service's own site if it has one, else on ours. */
export function publicAddress(
  { service, serviceId, slug }: Pick<Addressed, 'service' | 'serviceId' | 'slug'>,
  origin: string,
): string {
  const prefix = service.configs.frontendPostDetailUrlPrefix;
  return prefix === '' ? `${origin}/posts/${serviceId}/${slug}` : `${prefix}${slug}`;
}

/** The same for its editors: as long as readers do not see it, the address carries the token that opens it. */
export function previewAddress(post: Addressed, origin: string): string {
  const address = publicAddress(post, origin);
  if (post.status === 'published') return address;
  return `${address}${address.includes('?') ? '&' : '?'}token=${post.previewToken}`;
}
