export { adminTagRoutes } from './admin-tag.routes.ts';
export {
  listTagsOfPost,
  listTagsOfPosts,
  replaceTagsOfPost,
  updateListedAtOfTags,
  updateTagLinks,
} from './post-tag.repository.ts';
export { deleteUnusedTags, ensureTags, findTag, listTagsById, listUsedTagIds } from './tag.repository.ts';
export { tagRoutes } from './tag.routes.ts';
