export type { KeepingLimits } from './cached-responses.ts';
export {
  createKawaraban,
  type Kawaraban,
  type KawarabanOptions,
} from './create-kawaraban.ts';
export { type ImageFormat, imageSrcSet, imageUrl, type RequestedImage } from './image-url.ts';
export {
  type Attempt,
  attempt,
  type FailureReason,
  type FieldProblem,
  KawarabanError,
  orMissing,
} from './kawaraban-error.ts';
export { type CallOptions, itemsOf, type Paged, type PagingOptions, pagesOf } from './pages.ts';
export type * from './public-api.ts';
