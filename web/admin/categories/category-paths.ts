export const categoriesPath = (serviceId: string) => `/admin/categories/${serviceId}`;
export const createCategoryPath = (serviceId: string, parent = '') =>
  `${categoriesPath(serviceId)}/create${parent === '' ? '' : `?${new URLSearchParams({ parent })}`}`;
export const editCategoryPath = (serviceId: string, slug: string) => `${categoriesPath(serviceId)}/${slug}/edit`;
