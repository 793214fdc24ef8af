import type { ReactNode } from 'react';
import { PageHead } from '../../ui/page-head.tsx';

export interface AccountPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

export function AccountPage({ title, lead, children }: AccountPageProps) {
  return (
    <article className="columns">
      <PageHead title={title} />
      <header className="columns-head">
        <h1>{title}</h1>
      </header>
      <div className="columns-body account-column">
        {lead !== undefined && <p className="account-lead">{lead}</p>}
        {children}
      </div>
    </article>
  );
}
