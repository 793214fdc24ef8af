export { adminPostGroupRoutes } from './admin-post-group.routes.ts';
export { insertGroupOfPosts } from './change-post-group.ts';
export { findGroup } from './post-group.repository.ts';
export { postGroupRoutes } from './post-group.routes.ts';
