import type { TextPiece } from '#contract/post-search.ts';

export function Highlighted({ pieces }: { pieces: readonly TextPiece[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
  return pieces.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text));
}

export function textOf(pieces: readonly TextPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}
