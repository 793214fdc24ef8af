import type { PictureType } from '#contract/media-types.ts';

const LIGHTER: readonly PictureType[] = ['image/avif', 'image/webp'];

/**
 * Returns the formats to serve, best first, by the Accept header. The original format is always the last.
 * Wildcards do not count: clients that accept anything may not know new formats.
 */
export function acceptedFormats(
  accept: string | undefined,
  { own, formats }: { readonly own: PictureType; readonly formats: readonly PictureType[] },
): PictureType[] {
  const named = namedTypes(accept ?? '');
  const lighter = LIGHTER.filter((type) => type !== own && formats.includes(type) && named.has(type));
  return named.has(own) && own === 'image/avif' ? [own] : [...lighter, own];
}

function namedTypes(accept: string): ReadonlySet<string> {
  const wanted = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)));
  return new Set(wanted.map(([type = '']) => type));
}
