import { useTranslation } from 'react-i18next';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireEditor } from '../../session/guards.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/group-edit.route.ts';
import { GroupForm } from './group-form.tsx';

export async function clientLoader({ request, params: { serviceId, slug } }: Route.ClientLoaderArgs) {
  await requireEditor(request, serviceId);
  return { group: await screenCall(request)(adminPostGroupApi.find, { params: { serviceId, slug } }) };
}

export default function GroupEditRoute({ loaderData: { group } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { serviceId, slug, label } = group;
  return (
    <>
      <PageTitle title={t('page.editGroup')} documentTitle={t('groups.editOne', { label })} />
      <PostTabs serviceId={serviceId} />
      <GroupForm key={`${serviceId} ${slug}`} serviceId={serviceId} group={group} />
    </>
  );
}
