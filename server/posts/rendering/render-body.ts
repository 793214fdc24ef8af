import type { BodyFormat } from '#contract/posts.ts';
import { renderHtml } from './render-html.ts';
import { renderJson } from './render-json.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderText } from './render-text.ts';
import type { Rendered } from './rendered.ts';

/** A body as its author wrote it. */
export interface BodySource {
  readonly body: string;
  readonly bodyFormat: BodyFormat;
}

const renderers: Readonly<Record<BodyFormat, (body: string) => Rendered | Promise<Rendered>>> = {
  markdown: renderMarkdown,
  html: renderHtml,
  text: renderText,
  json: renderJson,
};

/**
 * Safe HTML, plain text and an excerpt of a body in any format.
 * @throws {RangeError} when it nests too deeply, or makes more than a page may hold.
 */
export async function renderBody({ body, bodyFormat }: BodySource): Promise<Rendered> {
  return renderers[bodyFormat](body);
}
