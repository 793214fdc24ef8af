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
    <div className="top-notice ui-line ui-gap-3" role="status">
      <Icon />
      <div>
        <p className="ui-strong">{title}</p>
        {children}
      </div>
    </div>
  );
}
