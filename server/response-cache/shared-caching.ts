export interface SharedCaching {
  readonly maxAgeSeconds: number;
  readonly staleSeconds: number;
  readonly purge?: object | undefined;
}

export const REVALIDATE = 'public, max-age=0, must-revalidate';

const ALL_SERVICES = 'services';

export function keysOfService(serviceId: string): string[] {
  return [serviceKey(serviceId), ALL_SERVICES];
}

export function keyOfThread(serviceId: string, contentId: string): string {
  return `talk-${serviceId}-${contentId}`;
}

const serviceKey = (serviceId: string) => `service-${serviceId}`;

export function surrogateKeysOf(serviceId: string | undefined, contentId: string | undefined): string[] {
  if (serviceId === undefined) return [ALL_SERVICES];
  return [serviceKey(serviceId), ...(contentId === undefined ? [] : [keyOfThread(serviceId, contentId)])];
}

/**
 * Browsers always revalidate. `stale-while-revalidate` is sent in CDN-Cache-Control only (RFC 9213), as browsers would
 * apply it too and cannot be purged.
 */
export function sharingHeaders(
  { maxAgeSeconds, staleSeconds, purge }: SharedCaching,
  keys: readonly string[],
): Readonly<Record<string, string>> {
  if (maxAgeSeconds === 0 && !purge) return {};
  const stale = staleSeconds > 0 ? `, stale-while-revalidate=${staleSeconds}` : '';
  return {
    ...(maxAgeSeconds > 0 && {
      'cache-control': `${REVALIDATE}, s-maxage=${maxAgeSeconds}`,
      'cdn-cache-control': `public, max-age=${maxAgeSeconds}${stale}`,
    }),
    'surrogate-key': keys.join(' '),
    'cache-tag': keys.join(','),
  };
}
