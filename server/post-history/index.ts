export type { BinnedContent } from './bin/bin.repository.ts';
export { binRoutes } from './bin/bin.routes.ts';
export { historyRoutes } from './history.routes.ts';
export { startPostPruning } from './prune-posts.ts';
export { workingCopyRoutes } from './working-copies/working-copy.routes.ts';
