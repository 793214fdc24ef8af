import type { Language } from '#contract/site-config.ts';

/** Names and abbreviations that Japanese texts write in Latin letters. */
const NAMES = new Set([
  ...[
    'API',
    'HTML',
    'HTTP API',
    'HTTPS',
    'ID',
    'IP',
    'JSON',
    'JavaScript',
    'MB',
    'MIME',
    'Markdown',
    'QR',
    'RSS',
    'SNS',
  ],
  ...['Kawaraban', 'Powered by Kawaraban', 'Standard Webhooks', 'URL', 'Webhook', 'YouTube', 'px', 'reCAPTCHA'],
  ...['AVIF', 'BMP', 'GIF', 'HEIC', 'ICO', 'JPEG', 'PNG', 'SVG', 'TIFF', 'WebP'],
  ...['Ctrl', 'Enter', 'Escape', 'S', 'Tab', 'English', 'Japanese'],
  // Tags and attributes of HTML, and a word that ids of services must not be.
  ...['a', 'br', 'class', 'href', 'rel', 'target', 'title', 'create'],
]);

/** Markup, quotations, placeholders, colors, media types, time zones, and words with digits or hyphens. */
const QUOTED = new RegExp(
  [
    ...[/<[^>]*>/, /「[^」]*」/, /"[^"]*"/, /https?:\S*/, /\{\{.*?\}\}/, /#\w+/, /\w+\/[\w*+.-]+/],
    ...[/:\d\d [A-Z]\S+/, /[a-z]*\d[\w-]*/, /[a-z]+-[\w-]*/],
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
const LATIN_WORDS = /[A-Za-z]+(?: [A-Za-z]+)*/g;
const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]+/gu;
const RAW = /\{\{.*?\}\}|\$t\(|\b[a-z]\w*(?:\.[\w-]+)+|undefined|NaN|\[object/g;

/** Returns the English words of a Japanese text, other than names and code. */
export function englishIn(text: string): string[] {
  return (text.replace(QUOTED, '・').match(LATIN_WORDS) ?? []).filter((words) => !NAMES.has(words));
}

/** Returns raw keys and placeholders of a rendered text, and words of another language. */
export function problemsIn(text: string, language: Language): string[] {
  if (text.trim() === '') return ['no text'];
  const foreign = language === 'ja' ? englishIn(text) : (text.match(JAPANESE) ?? []);
  return [...(text.match(RAW) ?? []), ...foreign];
}

/** Returns the texts and labels of a page, one for each element or attribute. */
export function textsOf(html: string): string[] {
  const labels = Array.from(
    html.matchAll(/ (?:aria-label|title|alt|placeholder)="([^"]+)"/g),
    ([, label = '']) => label,
  );
  return [...labels, ...html.split(/<style.*?<\/style>|<[^>]*>/s)]
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
