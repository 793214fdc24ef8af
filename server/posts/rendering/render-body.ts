import type { BodyFormat } from '#contract/posts.ts';
import { type Rendered, renderMarkdown } from './render-markdown.ts';

/** A body as its author wrote it. */
export interface BodySource {
  readonly body: string;
  readonly bodyFormat: BodyFormat;
}

/**
 * Safe HTML, plain text and an excerpt of a body in any format.
 * @throws {RangeError} when it nests too deeply, or makes more than a page may hold.
 */
export async function renderBody({ body }: BodySource): Promise<Rendered> {
  return renderMarkdown(body);
}
