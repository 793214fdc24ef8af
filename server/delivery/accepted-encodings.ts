import { remembering } from '../platform/remembering.ts';

/** Ways in which an answer is made smaller, the smallest first. */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];
export type Encoding = Coding | 'identity';

/** What can be told apart of clients is told apart by few different headers. */
const MOST_HEADERS = 200;
const AS_IT_IS: readonly Encoding[] = ['identity'];
/** Less than anything that can be said: that what is not named may be sent as it is. */
const UNSAID = 0.0001;

/**
 * In which encodings a client takes an answer, the one that it is best given first. Where it refuses all of them it is
 * given the answer as it is (RFC 9110, 12.5.3); where it says nothing, too, for that is what simple clients understand.
 */
export function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  return acceptEncoding === undefined ? AS_IT_IS : negotiate(acceptEncoding);
}

const negotiate = remembering(MOST_HEADERS, (acceptEncoding): readonly Encoding[] => {
  const said = new Map(acceptEncoding.toLowerCase().split(',').map(toQuality));
  const qualityOf = (encoding: Encoding) =>
    said.get(encoding) ?? said.get('*') ?? (encoding === 'identity' ? UNSAID : 0);
  const accepted = [...CODINGS, ...AS_IT_IS].filter((encoding) => qualityOf(encoding) > 0);
  // Those that are liked equally well stay as they are, the smallest first.
  return accepted.length > 0 ? accepted.sort((a, b) => qualityOf(b) - qualityOf(a)) : AS_IT_IS;
});

/** What is no number from nought to one is a refusal. */
function toQuality(part: string): [name: string, quality: number] {
  const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [
    name === 'x-gzip' ? 'gzip' : name,
    /^(?:0(?:[.]\d{0,3})?|1(?:[.]0{0,3})?)$/.test(quality) ? Number(quality) : 0,
  ];
}
