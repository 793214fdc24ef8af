import { type Category, categoryApi } from '#contract/categories.ts';
import { screenCall } from '../../session/console-call.ts';
import { type CategoryOption, toCategoryOptions } from './category-options.ts';

export async function loadCategoryOptions(request: Request, serviceId: string): Promise<CategoryOption[]> {
  const categories = await screenCall(request)(categoryApi.list, { params: { serviceId }, query: { isList: '1' } });
  return toCategoryOptions(categories as Category[]);
}
