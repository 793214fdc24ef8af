import { postConversionApi } from '#contract/post-conversions.ts';
import type { Api } from '../http/implement.ts';
import type { Renderer } from './renderer.ts';

export function postConversionRoutes(api: Api, { renderer }: { renderer: Renderer }): void {
  api.implement(postConversionApi.convert, async ({ body, actor }) => ({ body: await renderer.convert(body, actor) }));
}
