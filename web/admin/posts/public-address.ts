import type { AdminPost } from '#contract/admin-posts.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';

export type Addressed = Pick<AdminPost, 'serviceId' | 'slug' | 'status' | 'previewToken' | 'service'>;

interface AddressParts extends Pick<Addressed, 'serviceId' | 'slug'> {
  readonly service: { readonly configs: Pick<ServiceConfigs, 'frontendPostDetailUrlPrefix'> };
}

export function publicAddress({ service, serviceId, slug }: AddressParts, origin: string): string {
  const prefix = service.configs.frontendPostDetailUrlPrefix;
  return prefix === '' ? `${origin}/posts/${serviceId}/${slug}` : `${prefix}${slug}`;
}

export function previewAddress(post: Addressed, origin: string): string {
  const address = publicAddress(post, origin);
  if (post.status === 'published') return address;
  return `${address}${address.includes('?') ? '&' : '?'}token=${post.previewToken}`;
}

export function readableAddress(address: string): string {
  const { host, pathname, search } = new URL(address);
  const rest = new URLSearchParams(search);
  rest.delete('token');
  const shown = `${host}${pathname}${rest.size > 0 ? `?${rest}` : ''}`;
  try {
    return decodeURI(shown);
  } catch {
    // `decodeURI` throws on percent signs that encode nothing.
    return shown;
  }
}
