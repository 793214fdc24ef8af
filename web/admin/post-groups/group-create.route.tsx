import { useTranslation } from 'react-i18next';
import { requireEditor } from '../../session/guards.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/group-create.route.ts';
import { GroupForm } from './group-form.tsx';

export async function clientLoader({ request, params: { serviceId } }: Route.ClientLoaderArgs) {
  await requireEditor(request, serviceId);
  return null;
}

export default function GroupCreateRoute({ params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  return (
    <>
      <PageTitle title={t('page.createGroup')} />
      <PostTabs serviceId={serviceId} />
      <GroupForm key={serviceId} serviceId={serviceId} />
    </>
  );
}
