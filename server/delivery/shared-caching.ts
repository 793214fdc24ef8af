/** What caches between the server and its readers may do with what is the same for everybody. */
export interface SharedCaching {
  /** Nought where they may hold nothing. */
  readonly maxAgeSeconds: number;
  readonly staleSeconds: number;
  /** Whether somebody is told of what has changed. */
  readonly purge?: object | undefined;
}

/** What is said where nobody may hold anything without asking. */
export const ASK_EACH_TIME = 'public, max-age=0, must-revalidate';

/** Of everything that is made from all services. */
const ALL_SERVICES = 'services';

/** By which caches find what shows the service. */
export function keysOfService(serviceId: string): string[] {
  return [serviceKey(serviceId), ALL_SERVICES];
}

/** By which caches find what shows the comments and votes of a content. */
export function keyOfTalk(serviceId: string, contentId: string): string {
  return `talk-${serviceId}-${contentId}`;
}

const serviceKey = (serviceId: string) => `service-${serviceId}`;

/** By which caches find an answer again when what it shows has changed. */
export function keysOfAnswer(serviceId: string | undefined, contentId: string | undefined): string[] {
  if (serviceId === undefined) return [ALL_SERVICES];
  return [serviceKey(serviceId), ...(contentId === undefined ? [] : [keyOfTalk(serviceId, contentId)])];
}

/**
 * Browsers ask each time, whoever else may not. That a cache may give what is out of date while it fetches a new one is
 * said to it alone (RFC 9213), since browsers would do that, too, and nothing can be purged from them.
 */
export function sharingHeaders(
  { maxAgeSeconds, staleSeconds, purge }: SharedCaching,
  keys: readonly string[],
): Readonly<Record<string, string>> {
  if (maxAgeSeconds === 0 && !purge) return {};
  const stale = staleSeconds > 0 ? `, stale-while-revalidate=${staleSeconds}` : '';
  return {
    ...(maxAgeSeconds > 0 && {
      'cache-control': `${ASK_EACH_TIME}, s-maxage=${maxAgeSeconds}`,
      'cdn-cache-control': `public, max-age=${maxAgeSeconds}${stale}`,
    }),
    'surrogate-key': keys.join(' '),
    'cache-tag': keys.join(','),
  };
}
