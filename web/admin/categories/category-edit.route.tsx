import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { categoryListPath } from '../../paths/console.ts';
import { consoleCall, screenCall } from '../../session/console-call.ts';
import { loadCategoryOptions, requireEditor } from '../posts/load-service.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/category-edit.route.ts';
import { CategoryForm } from './category-form.tsx';
import { categoryValues, toChange } from './category-form-values.ts';
import { unfoldLater } from './unfolded-memory.ts';

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
  const navigate = useNavigate();
  const { category, options } = loaderData;
  const { serviceId, slug } = params;
  return (
    <>
      <PageTitle title={t('page.editCategory')} documentTitle={t('categories.editOne', { label: category.label })} />
      <PostTabs serviceId={serviceId} />
      <CategoryForm
        key={`${serviceId} ${slug}`}
        serviceId={serviceId}
        initialValues={categoryValues(category)}
        isNew={false}
        options={options}
        submitLabel={t('action.save')}
        save={async ({ revision }, change) => {
          const body = { ...toChange(change), revision };
          if (Object.keys(change).length > 0) await consoleCall(adminCategoryApi.update, { params, body });
        }}
        onSaved={({ parentCategorySlug }) => {
          unfoldLater(serviceId, parentCategorySlug);
          notifySuccess('done.edited');
          void navigate(categoryListPath(serviceId));
        }}
      />
    </>
  );
}
