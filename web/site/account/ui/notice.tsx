import type { ReactNode } from 'react';

export function Notice({ children, tone = 'plain' }: { children: ReactNode; tone?: 'plain' | 'danger' }) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'danger' ? 'alert' : 'note'}>
      {children}
    </div>
  );
}
