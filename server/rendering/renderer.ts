import { fieldMessages } from '#contract/errors.ts';
import type { ProcessLoad } from '../concurrency/process-pool.ts';
import type { Actor } from '../http/actor.ts';
import { type HttpError, invalid } from '../http/errors.ts';
import type { Conversion } from './convert-body.ts';
import type { BodySource } from './render-body.ts';
import type { Rendered } from './rendered.ts';

/** Increase whenever the same source would render differently; older posts are then rendered again. */
export const RENDER_VERSION = 6;

export interface Renderer {
  /**
   * Previews (`previewFor` names the account) have lower priority than saves.
   * @throws {HttpError} when the body exceeds the limits, or the queue is full
   */
  render(source: BodySource, options?: { readonly previewFor?: string | undefined }): Promise<Rendered>;
  /**
   * Has the priority of a preview.
   * @throws {HttpError} when the body exceeds the limits, or the queue is full
   */
  convert(conversion: Conversion, actor: Pick<Actor, 'username'>): Promise<string>;
  isWarm?(): boolean;
  load?(): ProcessLoad;
  close(): Promise<void>;
}

/** Blocks the calling process, so it is for commands outside of the server. Imports the pipeline lazily. */
export const inProcessRenderer: Renderer = {
  render: async (source) => {
    const { renderBody } = await import('./render-body.ts');
    return renderBody(source).catch(rethrowTooLarge);
  },
  convert: async (conversion) => {
    const { convertBody } = await import('./convert-body.ts');
    return convertBody(conversion).catch(rethrowTooLarge);
  },
  close: async () => {},
};

export async function renderMarkdownInProcess(body: string, language?: string): Promise<Rendered> {
  const { renderMarkdown } = await import('./render-markdown.ts');
  return renderMarkdown(body, language);
}

export function rethrowTooLarge(error: unknown): never {
  throw error instanceof Error && error.name === 'RangeError' ? tooComplex() : error;
}

export function tooComplex(): HttpError {
  return invalid({ body: fieldMessages.tooComplex });
}
