export { adminCategoryRoutes } from './admin-category.routes.ts';
export {
  findCategory,
  hasRoomForCategory,
  insertCategory,
  insertRootCategory,
  listAncestors,
  listCategories,
} from './category.repository.ts';
export { categoryRoutes } from './category.routes.ts';
export { descendantsOf } from './category-tree.ts';
export type { OnCategoriesMoved } from './change-category.ts';
