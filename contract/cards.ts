import type { PublicPost } from './posts.ts';

/** Size in pixels that other sites expect of a social image (Open Graph). */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Path of a post's social image. A version in the path makes it cacheable for a long time. */
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

/** Path of a service's social image. */
export function serviceCardPath(serviceId: string): string {
  return `/cards/${serviceId}.png`;
}

/** Time of the post's last change as digits. */
export function cardVersion({ createdAt, updatedAt }: Pick<PublicPost, 'createdAt' | 'updatedAt'>): string {
  return (updatedAt ?? createdAt).replace(/\D/g, '');
}
