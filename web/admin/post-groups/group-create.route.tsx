import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { groupDetailPath, groupListPath } from '../../paths/console.ts';
import { consoleCall } from '../../session/console-call.ts';
import { requireEditor } from '../posts/load-service.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/group-create.route.ts';
import { GroupForm } from './group-form.tsx';

export async function clientLoader({ request, params: { serviceId } }: Route.ClientLoaderArgs) {
  await requireEditor(request, serviceId);
  return null;
}

export default function GroupCreateRoute({ params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  return (
    <>
      <PageTitle title={t('page.createGroup')} />
      <PostTabs serviceId={serviceId} />
      <GroupForm
        key={serviceId}
        serviceId={serviceId}
        initialValues={{ slug: '', label: '', revision: 0 }}
        isNew
        backPath={groupListPath(serviceId)}
        save={async ({ slug, label }) => {
          await consoleCall(adminPostGroupApi.create, { params: { serviceId }, body: { slug, label } });
          return () => {
            notifySuccess('done.created');
            void navigate(groupDetailPath(serviceId, slug));
          };
        }}
      />
    </>
  );
}
