export type { ImageMaker } from './image-maker.ts';
export { createImageMaker } from './image-pool.ts';
