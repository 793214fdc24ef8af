import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  readonly body?: string;
  readonly children?: ReactNode;
}

export function EmptyState({ title, body, children }: EmptyStateProps) {
  return (
    <div className="empty-state ui-column ui-middle ui-gap-3 ui-quiet">
      <p className="empty-state-title">{title}</p>
      {body !== undefined && <p>{body}</p>}
      {children}
    </div>
  );
}
