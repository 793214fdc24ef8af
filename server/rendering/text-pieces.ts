export interface TextPiece {
  readonly value: string;
  readonly tag?: 'br' | 'a' | '/a';
}

const TAG = /<(?:(br)\s*\/?|(a)(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)+\s*|(\/a)\s*)>/gi;
const ADDRESS = /\shref\s*=/i;

/** Splits at `<br>` and at closed links with an address. Any other `<` is text. */
export function textPieces(source: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: value, index, tag } of liveTags(source)) {
    if (index > end) pieces.push({ value: source.slice(end, index) });
    pieces.push({ value, tag });
    end = index + value.length;
  }
  if (end < source.length) pieces.push({ value: source.slice(end) });
  return pieces;
}

function liveTags(source: string) {
  const tags = [...source.matchAll(TAG)].map(({ 0: value, 1: br, 2: a, index }) => {
    const tag: NonNullable<TextPiece['tag']> = br ? 'br' : a ? 'a' : '/a';
    return { 0: value, index, tag };
  });
  const live = new Set(tags.filter(({ tag }) => tag === 'br'));
  const ends = tags.filter(({ tag }) => tag !== 'br');
  ends.forEach((open, at) => {
    const close = ends[at + 1];
    if (open.tag === 'a' && ADDRESS.test(open[0]) && close?.tag === '/a') live.add(open).add(close);
  });
  return tags.filter((each) => live.has(each));
}
