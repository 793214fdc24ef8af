import { memoizeLru } from '../concurrency/memoize.ts';

const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];
export type Encoding = Coding | 'identity';

const MOST_HEADERS = 200;
const AS_IT_IS: readonly Encoding[] = ['identity'];
const UNSAID = 0.0001;

/**
 * Returns the acceptable encodings, best first. Returns `identity` if the client accepts none of ours (RFC 9110,
 * 12.5.3) or sends no header, as simple clients do.
 */
export function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  return acceptEncoding === undefined ? AS_IT_IS : negotiate(acceptEncoding);
}

const negotiate = memoizeLru(MOST_HEADERS, (acceptEncoding): readonly Encoding[] => {
  const said = new Map(acceptEncoding.toLowerCase().split(',').map(toQuality));
  const qualityOf = (encoding: Encoding) =>
    said.get(encoding) ?? said.get('*') ?? (encoding === 'identity' ? UNSAID : 0);
  const accepted = [...CODINGS, ...AS_IT_IS].filter((encoding) => qualityOf(encoding) > 0);
  // The sort is stable, so equal qualities keep the smaller output first.
  return accepted.length > 0 ? accepted.sort((a, b) => qualityOf(b) - qualityOf(a)) : AS_IT_IS;
});

function toQuality(part: string): [name: string, quality: number] {
  const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [
    name === 'x-gzip' ? 'gzip' : name,
    /^(?:0(?:[.]\d{0,3})?|1(?:[.]0{0,3})?)$/.test(quality) ? Number(quality) : 0,
  ];
}
