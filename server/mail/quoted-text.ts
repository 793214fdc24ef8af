/** Between a letter or digit and more letters: as in a host, which mail programs make a link of. */
const DOT_OF_HOST = /(?<=[\p{L}\p{N}-])[.．](?=[\p{L}\p{N}-]*\p{L})|(?<=[a-z0-9-])[。｡](?=[a-z0-9-]*[a-z])/giu;
const SCHEME = /:(?=\/\/)|(?<=\b(?:mailto|tel|sms|javascript|data)):/giu;
const MAX_QUOTED = 300;

/**
 * What a stranger has written, as it is quoted in a mail: not for long, and so that no mail program makes a link of
 * what looks like an address: `https[:]//example[.]org`.
 */
export function quotedText(text: string): string {
  const letters = Array.from(text.trim());
  const shortened = letters.length > MAX_QUOTED ? `${letters.slice(0, MAX_QUOTED - 1).join('')}…` : text.trim();
  return shortened.replace(SCHEME, '[:]').replace(DOT_OF_HOST, '[.]');
}
