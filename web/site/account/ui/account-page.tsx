import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHead } from '../../ui/page-head.tsx';

export interface AccountPageProps {
  readonly title: string;
  readonly heading?: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

export function AccountPage({ title, heading = title, lead, children }: AccountPageProps) {
  return (
    <article className="columns">
      <PageHead title={title} />
      <header className="columns-head">
        <h1>{heading}</h1>
      </header>
      <div className="columns-body account-column">
        {lead !== undefined && <p className="account-lead">{lead}</p>}
        {children}
      </div>
    </article>
  );
}

export function Notice({ children, tone = 'plain' }: { children: ReactNode; tone?: 'plain' | 'danger' }) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'danger' ? 'alert' : 'note'}>
      {children}
    </div>
  );
}

export function Waiting() {
  const { t } = useTranslation('account');
  return (
    <p className="ui-quiet" role="status">
      {t('page.loading')}
    </p>
  );
}
