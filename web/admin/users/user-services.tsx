import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/admin-services.ts';
import { adminUserApi, type UserDetail } from '#contract/admin-users.ts';
import { quietCall } from '../../session/console-call.ts';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { ServiceChecks } from '../ui/service-checks.tsx';
import { trackAcceptedServices } from './accepted-services.ts';

export interface UserServicesProps {
  readonly user: UserDetail;
  readonly services: readonly ServiceRecord[];
}

export function UserServices({ user, services }: UserServicesProps) {
  const { t } = useTranslation('console');
  const { username, acceptServiceIds, role } = user;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(acceptServiceIds));
  const [tracked] = useState(() =>
    trackAcceptedServices({
      initial: acceptServiceIds,
      save: async (body) => {
        await quietCall(adminUserApi.update, { params: { username }, body });
      },
      onChange: setChosen,
      onSaved: () => notifySuccess('done.updated'),
      onFailed: (error) => notifyFailure(error, 'failure.update'),
    }),
  );
  return (
    <section className="record-section" aria-label={t('users.services')}>
      <ServiceChecks legend={t('users.services')} services={services} chosen={chosen} onToggle={tracked.toggle} />
      {role === 'normal' && <p className="check-none">{t('users.servicesOfNormal')}</p>}
    </section>
  );
}
