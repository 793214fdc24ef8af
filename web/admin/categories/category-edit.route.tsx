import { useTranslation } from 'react-i18next';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireEditor } from '../../session/guards.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/category-edit.route.ts';
import { CategoryForm } from './category-form.tsx';
import { loadCategoryOptions } from './category-options.ts';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireEditor(request, params.serviceId);
  const [category, options] = await Promise.all([
    screenCall(request)(adminCategoryApi.find, { params }),
    loadCategoryOptions(request, params.serviceId),
  ]);
  return { category, options };
}

export default function CategoryEditRoute({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { category, options } = loaderData;
  const { serviceId, slug } = params;
  return (
    <>
      <PageTitle title={t('page.editCategory')} documentTitle={t('categories.editOne', { label: category.label })} />
      <PostTabs serviceId={serviceId} />
      <CategoryForm
        key={`${serviceId} ${slug}`}
        serviceId={serviceId}
        category={category}
        options={options}
        settings={category.service.configs}
      />
    </>
  );
}
