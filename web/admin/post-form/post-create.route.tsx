import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { screenCall } from '../../session/console-call.ts';
import { consoleConfig } from '../../session/console-config.ts';
import { requireEditor } from '../../session/guards.ts';
import { loadCategoryOptions } from '../categories/category-options.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/post-create.route.ts';
import { PostForm } from './post-form.tsx';

export async function clientLoader({ request, params: { serviceId } }: Route.ClientLoaderArgs) {
  await requireEditor(request, serviceId);
  const [categories, { post }, { configs }] = await Promise.all([
    loadCategoryOptions(request, serviceId),
    consoleConfig(),
    screenCall(request)(adminServiceApi.find, { params: { serviceId } }),
  ]);
  return { categories, settings: configs, editorMode: post.defaultEditorMode };
}

export default function PostCreateRoute({
  loaderData: { categories, settings, editorMode },
  params: { serviceId },
}: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const requested = useSearchParams()[0].get('category');
  const category = categories.find(({ value }) => value === requested)?.value ?? '';
  return (
    <>
      <PageTitle title={t('page.createPost')} />
      <PostTabs serviceId={serviceId} />
      <PostForm
        key={serviceId}
        serviceId={serviceId}
        settings={settings}
        category={category}
        editorMode={editorMode}
        categories={categories}
      />
    </>
  );
}
