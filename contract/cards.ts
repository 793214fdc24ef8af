import type { PublicPost } from './posts.ts';

/** The measure that sites expect pictures of a link to have. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Where the picture of a post is that other sites show with a link to it. A version makes it last. */
export function cardPath({
  serviceId,
  slug,
  version,
}: {
  readonly serviceId: string;
  readonly slug: string;
  readonly version?: string;
}): string {
  const path = `/cards/${serviceId}/${slug}.png`;
  return version === undefined ? path : `${path}?v=${encodeURIComponent(version)}`;
}

/** Where the picture of a service is. */
export function serviceCardPath(serviceId: string): string {
  return `/cards/${serviceId}.png`;
}

/** When a post was last changed, as digits. */
export function cardVersion({ createdAt, updatedAt }: Pick<PublicPost, 'createdAt' | 'updatedAt'>): string {
  return (updatedAt ?? createdAt).replace(/\D/g, '');
}
