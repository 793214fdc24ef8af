import { type BodySource, renderBody } from './render-body.ts';
import type { Rendered } from './render-markdown.ts';

/** Makes HTML, plain text and excerpt of a body. */
export interface Renderer {
  /**
   * A preview gives way to what is to be saved.
   * @throws {Refusal} when the body cannot be rendered within bounds, or there is too much to do.
   */
  render(source: BodySource, options?: { readonly isPreview?: boolean }): Promise<Rendered>;
  close(): Promise<void>;
}

/** Renders where it is called, and nothing else happens meanwhile: for what is not a server. */
export const inProcessRenderer: Renderer = { render: renderBody, close: async () => {} };
