export {
  findCategory,
  insertCategory,
  insertRootCategory,
  listAncestors,
  listCategories,
} from './category.repository.ts';
export { categoryRoutes } from './category.routes.ts';
export { descendantsOf } from './category-tree.ts';
