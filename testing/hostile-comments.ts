import { MAX_COMMENT } from '#contract/comments.ts';
import { renderMail } from '#server/mail/render-mail.ts';
import { xssVectors } from './xss-vectors.ts';

const vectors = [...new Set(xssVectors.map((vector) => vector.replaceAll('\0', '').replace(/\s+/g, ' ').trim()))];

export const hostileBodies: readonly string[] = packed(vectors.filter(({ length }) => length <= MAX_COMMENT));

export function hostileWords(max: number): readonly string[] {
  return vectors.filter(({ length }) => length > 2 && length <= max);
}

export function hostileMails(): string[] {
  return vectors.map((vector) => mailAbout(vector));
}

export function mailAbout(text: string): string {
  const counts = { total: '1', publish: 1, unpublish: 0, unconfirm: 0, waiting: 0 };
  const comments = [{ nickname: text, about: text, body: text }];
  return renderMail(
    {
      to: 'editor@example.org',
      language: 'en',
      kind: 'new-comments',
      values: { serviceId: 'news', serviceLabel: text, ...counts, comments },
    },
    { name: 'Kawaraban', url: 'https://news.example.org' },
  ).html;
}

function packed(lines: readonly string[]): string[] {
  const bodies: string[] = [];
  let body = '';
  for (const line of lines) {
    if (body.length + line.length + 1 > MAX_COMMENT) {
      bodies.push(body);
      body = '';
    }
    body = body === '' ? line : `${body}\n${line}`;
  }
  return [...bodies, body];
}
