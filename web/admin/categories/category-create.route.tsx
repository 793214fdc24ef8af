import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { categoryListPath } from '../../paths/console.ts';
import { consoleCall } from '../../session/console-call.ts';
import { loadCategoryOptions, requireEditor } from '../posts/load-service.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/category-create.route.ts';
import { CategoryForm } from './category-form.tsx';
import { newCategoryValues, toCategory } from './category-form-values.ts';
import { unfoldLater } from './unfolded-memory.ts';

export async function clientLoader({ request, params: { serviceId } }: Route.ClientLoaderArgs) {
  await requireEditor(request, serviceId);
  const options = await loadCategoryOptions(request, serviceId);
  const requestedParent = new URL(request.url).searchParams.get('parent') ?? '';
  return { options, parent: options.some(({ value }) => value === requestedParent) ? requestedParent : '' };
}

export default function CategoryCreateRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { options, parent } = loaderData;
  return (
    <>
      <PageTitle title={t('page.createCategory')} />
      <PostTabs serviceId={serviceId} />
      <CategoryForm
        key={`${serviceId} ${parent}`}
        serviceId={serviceId}
        initialValues={newCategoryValues(parent)}
        isNew
        options={options}
        submitLabel={t('action.create')}
        save={async (values) => {
          await consoleCall(adminCategoryApi.create, { params: { serviceId }, body: toCategory(values) });
        }}
        onSaved={({ parentCategorySlug }) => {
          unfoldLater(serviceId, parentCategorySlug);
          notifySuccess('done.created');
          void navigate(categoryListPath(serviceId));
        }}
      />
    </>
  );
}
