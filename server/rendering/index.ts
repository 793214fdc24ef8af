export { enrichMedia, pictureIdsIn, readAttributes, type Tag, tagsIn } from './enrich-media.ts';
export { createRenderPool } from './render-pool.ts';
export type { Rendered } from './rendered.ts';
export { inProcessRenderer, RENDER_VERSION, type Renderer, renderMarkdownInProcess } from './renderer.ts';
