import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/post-create.route.ts';
import { PostForm } from './form/post-form.tsx';
import { loadCategoryOptions, requireEditor } from './load-service.ts';
import { PostTabs } from './post-tabs.tsx';

export async function clientLoader({ request, params: { serviceId } }: Route.ClientLoaderArgs) {
  await requireEditor(request, serviceId);
  return { categories: await loadCategoryOptions(request, serviceId) };
}

export default function PostCreateRoute({ loaderData: { categories }, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const wanted = useSearchParams()[0].get('category');
  const category = categories.find(({ value }) => value === wanted)?.value ?? '';
  return (
    <>
      <PageTitle title={t('posts.createHeading')} />
      <PostTabs serviceId={serviceId} />
      <PostForm key={serviceId} serviceId={serviceId} category={category} categories={categories} />
    </>
  );
}
