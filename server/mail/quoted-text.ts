/** Dots inside host names, which mail clients turn into links. */
const DOT_OF_HOST = /(?<=[\p{L}\p{N}-])[.．](?=[\p{L}\p{N}-]*\p{L})|(?<=[a-z0-9-])[。｡](?=[a-z0-9-]*[a-z])/giu;
const SCHEME = /:(?=\/\/)|(?<=\b(?:mailto|tel|sms|javascript|data)):/giu;
const MAX_QUOTED = 300;

/** Shortens untrusted text and defangs addresses, so that mail clients do not link them: `https[:]//example[.]org`. */
export function quotedText(text: string): string {
  const letters = Array.from(text.trim());
  const shortened = letters.length > MAX_QUOTED ? `${letters.slice(0, MAX_QUOTED - 1).join('')}…` : text.trim();
  return shortened.replace(SCHEME, '[:]').replace(DOT_OF_HOST, '[.]');
}
