import type { BodyFormat } from '#contract/posts.ts';
import { renderHtml } from './render-html.ts';
import { renderJson } from './render-json.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderText } from './render-text.ts';
import type { Rendered } from './rendered.ts';

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
 * Renders a body of any format to sanitized HTML, plain text and an excerpt.
 * @throws {RangeError} when the body nests too deeply or the HTML exceeds its size limit
 */
export async function renderBody({ body, bodyFormat }: BodySource): Promise<Rendered> {
  return renderers[bodyFormat](body);
}
