import { useTranslation } from 'react-i18next';
import { adminPostApi } from '#contract/admin-posts.ts';
import { workingCopyApi } from '#contract/working-copies.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireEditor } from '../../session/guards.ts';
import { loadCategoryOptions } from '../categories/category-options.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/post-edit.route.ts';
import { PostForm } from './post-form.tsx';

export async function clientLoader({ request, params: { serviceId, postId } }: Route.ClientLoaderArgs) {
  await requireEditor(request, serviceId);
  const params = { serviceId, idOrSlug: postId };
  const [post, categories, copy] = await Promise.all([
    screenCall(request)(adminPostApi.find, { params }),
    loadCategoryOptions(request, serviceId),
    screenCall(request)(workingCopyApi.find, { params }),
  ]);
  return { post, categories, copy };
}

export default function PostEditRoute({
  loaderData: { post, categories, copy },
  params: { serviceId },
}: Route.ComponentProps) {
  const { t } = useTranslation('console');
  return (
    <>
      <PageTitle title={t('page.editPost')} documentTitle={t('posts.editOne', { title: post.title })} />
      <PostTabs serviceId={serviceId} />
      <PostForm
        key={post.postId}
        serviceId={serviceId}
        settings={post.service.configs}
        post={post}
        copy={copy ?? undefined}
        categories={categories}
      />
    </>
  );
}
