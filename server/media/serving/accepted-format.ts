import type { PictureType } from '#contract/media-types.ts';

/** What is lighter than a picture's own format, the lightest first. */
const LIGHTER: readonly PictureType[] = ['image/avif', 'image/webp'];

/**
 * Formats that a reader is best given a picture in, the best first, by what the request says it accepts. Only those
 * count that it names: whoever accepts anything knows nothing of new formats. The picture's own is always the last.
 */
export function acceptedFormats(
  accept: string | undefined,
  { own, formats }: { readonly own: PictureType; readonly formats: readonly PictureType[] },
): PictureType[] {
  const named = namedTypes(accept ?? '');
  const lighter = LIGHTER.filter((type) => type !== own && formats.includes(type) && named.has(type));
  return named.has(own) && own === 'image/avif' ? [own] : [...lighter, own];
}

/** By RFC 9110, 12.5.1, without those of the quality 0. */
function namedTypes(accept: string): ReadonlySet<string> {
  const wanted = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)));
  return new Set(wanted.map(([type = '']) => type));
}
