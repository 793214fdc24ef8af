export { createImageProcessor } from './image-pool.ts';
export type { ImageProcessor } from './image-processor.ts';
