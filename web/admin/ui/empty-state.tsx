import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly title: string;
  readonly body?: string;
  readonly children?: ReactNode;
}

export function EmptyState({ title, body, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <p className="empty-state-title">{title}</p>
      {body !== undefined && <p>{body}</p>}
      {children}
    </div>
  );
}
