import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export function TopNotice({
  icon: Icon,
  title,
  children,
}: {
  icon: LucideIcon;
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="top-notice" role="status">
      <Icon size={16} aria-hidden="true" />
      <div>
        <p className="top-notice-title">{title}</p>
        {children}
      </div>
    </div>
  );
}
