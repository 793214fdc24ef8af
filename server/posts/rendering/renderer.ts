import { fieldMessages } from '#contract/errors.ts';
import type { Actor } from '../../platform/actor.ts';
import { invalid, type Refusal } from '../../platform/errors.ts';
import type { ProcessLoad } from '../../platform/process-pool.ts';
import type { Conversion } from '../convert/convert-body.ts';
import type { BodySource } from './render-body.ts';
import type { Rendered } from './rendered.ts';

/** Makes HTML, plain text and excerpt of a body. */
export interface Renderer {
  /**
   * A preview gives way to what is to be saved, and to what others have waited for.
   * @throws {Refusal} when the body cannot be rendered within bounds, or there is too much to do.
   */
  render(source: BodySource, options?: { readonly previewFor?: string | undefined }): Promise<Rendered>;
  /**
   * A body in another format; gives way as previews do.
   * @throws {Refusal} as rendering does.
   */
  convert(conversion: Conversion, actor: Pick<Actor, 'username'>): Promise<string>;
  /** Whether it can take something at once; nothing where it always can. */
  isWarm?(): boolean;
  /** What its processes do at this moment; nothing where it has none. */
  load?(): ProcessLoad;
  close(): Promise<void>;
}

/**
 * Renders where it is called, and nothing else happens meanwhile: for what is not a server, which is to load none of
 * it either.
 */
export const inProcessRenderer: Renderer = {
  render: async (source) => {
    const { renderBody } = await import('./render-body.ts');
    return renderBody(source).catch(refuseTooMuch);
  },
  convert: async (conversion) => {
    const { convertBody } = await import('../convert/convert-body.ts');
    return convertBody(conversion).catch(refuseTooMuch);
  },
  close: async () => {},
};

/**
 * What nests deeper than the stack is, or makes more than a page may hold, is the author's to change.
 * @throws whatever else went wrong.
 */
export function refuseTooMuch(error: unknown): never {
  throw error instanceof Error && error.name === 'RangeError' ? tooComplex() : error;
}

/** The refusal of a body that takes too much of anything. */
export function tooComplex(): Refusal {
  return invalid({ body: fieldMessages.tooComplex });
}
