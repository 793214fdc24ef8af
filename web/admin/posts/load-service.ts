import { redirectDocument } from 'react-router';
import { type Category, categoryApi } from '#contract/categories.ts';
import { consoleErrorPagePath } from '../../paths/site.ts';
import { type Actor, isEditor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { type CategoryOption, toCategoryOptions } from '../categories/category-options.ts';

export async function requireEditor(request: Request, serviceId: string): Promise<Actor> {
  const actor = await requireService(request, serviceId);
  if (!isEditor(actor)) throw redirectDocument(consoleErrorPagePath('forbidden'));
  return actor;
}

export async function loadCategoryOptions(request: Request, serviceId: string): Promise<CategoryOption[]> {
  const categories = await screenCall(request)(categoryApi.list, { params: { serviceId }, query: { isList: '1' } });
  return toCategoryOptions(categories as Category[]);
}
