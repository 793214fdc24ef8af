import { useTranslation } from 'react-i18next';
import { adminServiceApi } from '#contract/admin-services.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireEditor } from '../../session/guards.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/category-create.route.ts';
import { CategoryForm } from './category-form.tsx';
import { loadCategoryOptions } from './category-options.ts';

export async function clientLoader({ request, params: { serviceId } }: Route.ClientLoaderArgs) {
  await requireEditor(request, serviceId);
  const [options, { configs }] = await Promise.all([
    loadCategoryOptions(request, serviceId),
    screenCall(request)(adminServiceApi.find, { params: { serviceId } }),
  ]);
  const requestedParent = new URL(request.url).searchParams.get('parent') ?? '';
  return { options, configs, parent: options.some(({ value }) => value === requestedParent) ? requestedParent : '' };
}

export default function CategoryCreateRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { options, configs, parent } = loaderData;
  return (
    <>
      <PageTitle title={t('page.createCategory')} />
      <PostTabs serviceId={serviceId} />
      <CategoryForm
        key={`${serviceId} ${parent}`}
        serviceId={serviceId}
        parent={parent}
        options={options}
        settings={configs}
      />
    </>
  );
}
