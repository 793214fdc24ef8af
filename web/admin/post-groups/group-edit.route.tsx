import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { groupDetailPath } from '../../paths/console.ts';
import { consoleCall, screenCall } from '../../session/console-call.ts';
import { requireEditor } from '../posts/load-service.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/group-edit.route.ts';
import { GroupForm } from './group-form.tsx';

export async function clientLoader({ request, params: { serviceId, slug } }: Route.ClientLoaderArgs) {
  await requireEditor(request, serviceId);
  return { group: await screenCall(request)(adminPostGroupApi.find, { params: { serviceId, slug } }) };
}

export default function GroupEditRoute({ loaderData: { group } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { serviceId, slug, label, revision } = group;
  const path = groupDetailPath(serviceId, slug);
  return (
    <>
      <PageTitle title={t('page.editGroup')} documentTitle={t('groups.editOne', { label })} />
      <PostTabs serviceId={serviceId} />
      <GroupForm
        key={path}
        serviceId={serviceId}
        initialValues={{ slug, label, revision }}
        isNew={false}
        backPath={path}
        save={async ({ label, revision }) => {
          await consoleCall(adminPostGroupApi.update, { params: { serviceId, slug }, body: { label, revision } });
          return () => {
            notifySuccess('done.edited');
            void navigate(path);
          };
        }}
      />
    </>
  );
}
