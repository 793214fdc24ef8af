export { adminPostRoutes } from './admin-post.routes.ts';
export type { BinnedContent } from './bin/bin.repository.ts';
export { binRoutes } from './bin/bin.routes.ts';
export { bulkPostRoutes } from './bulk/bulk.routes.ts';
export type { ContentBounds } from './content-bounds.ts';
export { postConversionRoutes } from './convert/conversion.routes.ts';
export { adminPostGroupRoutes } from './groups/admin-post-group.routes.ts';
export { findGroup } from './groups/post-group.repository.ts';
export { postGroupRoutes } from './groups/post-group.routes.ts';
export { heldFileIds, heldFiles } from './held-files.ts';
export { historyRoutes } from './history/history.routes.ts';
export { startPostPruning } from './history/prune-posts.ts';
export { errorOfJson } from './json-body.ts';
export { moveTagLinks } from './move-tag-links.ts';
export { noteFilesChanged } from './note-files-changed.ts';
export { toPublicPosts } from './post.presenter.ts';
export { findPostIdBySlug, findPostVersion } from './post.repository.ts';
export { postRoutes } from './post.routes.ts';
export {
  type ListedPosts,
  listNewestPostsOfGroup,
  listPublishedPosts,
  listPublishedPostsOfTag,
} from './post-list.repository.ts';
export { isForReaders, isVisible } from './post-state.ts';
export { listHiddenContents, listPostsOfContents } from './posts-of-contents.ts';
export { postPreviewRoutes } from './preview/preview.routes.ts';
export { newPreview } from './preview/preview-token.ts';
export { createRenderPool } from './rendering/render-pool.ts';
export { inProcessRenderer, type Renderer } from './rendering/renderer.ts';
export { rerenderPosts } from './rendering/rerender-posts.ts';
export { replacePost } from './replace-post.ts';
export { postReviewRoutes } from './review/review.routes.ts';
export { ClockWatch } from './schedule/clock-watch.ts';
export { scheduleRoutes } from './schedule/schedule.routes.ts';
export { startSchedule } from './schedule/start-schedule.ts';
export { adminSearchRoutes } from './search/admin-search.routes.ts';
export { foldText } from './search/fold-text.ts';
export { startSearchIndexing } from './search/index-in-background.ts';
export { unindexTag } from './search/index-posts.ts';
export { postSearchRoutes } from './search/search.routes.ts';
export { countUnindexed } from './search/search-index.repository.ts';
export { postSlugRoutes } from './slugs/slug.routes.ts';
export { findMovedPost } from './slugs/slug-redirect.repository.ts';
export { findSource, findSourcePath, listSourcesOfService, saveSource } from './sources/source.repository.ts';
export {
  markStaticFilesOfCategories,
  markStaticFilesOfService,
  markStaticFilesWithPictures,
  remarkAllStaticFiles,
  remarkStaticFile,
} from './static-files/static-file.repository.ts';
export { staticFileRoutes } from './static-files/static-file.routes.ts';
export { startStaticFiles } from './static-files/static-files.ts';
export { toHeldFiles, toLinks } from './stored-post.ts';
export { workingCopyRoutes } from './working-copies/working-copy.routes.ts';
export {
  createPost,
  type PostContent,
  type PreparedPost,
  preparePost,
  toDerivedColumns,
  type WrittenPost,
} from './write-post.ts';
