import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly title: string;
  readonly body?: string;
  /** The way to fill it. */
  readonly children?: ReactNode;
}

/** What a list says that has nothing in it. */
export function EmptyState({ title, body, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <p className="empty-state-title">{title}</p>
      {body !== undefined && <p>{body}</p>}
      {children}
    </div>
  );
}
