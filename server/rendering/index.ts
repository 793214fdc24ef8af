export { postConversionRoutes } from './conversion.routes.ts';
export { enrichMedia, pictureIdsIn } from './enrich-media.ts';
export { readAttributes, type Tag, tagsIn } from './enrich-media.ts';
export { createRenderPool } from './render-pool.ts';
export { RENDER_VERSION } from './renderer.ts';
export type { Rendered } from './rendered.ts';
export { inProcessRenderer, type Renderer, renderMarkdownInProcess } from './renderer.ts';
