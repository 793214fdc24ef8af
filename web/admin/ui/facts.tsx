import type { ReactNode } from 'react';
import { DateTime } from '../../ui/date-time.tsx';

export const NOTHING = '-';

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts ui-grid">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd className="ui-row ui-middle ui-gap-1-3">{children}</dd>
    </div>
  );
}

interface TimeProps {
  readonly value: string | null;
  readonly isShort?: boolean;
  readonly withSeconds?: boolean;
}

export function Time({ value, isShort = false, withSeconds = false }: TimeProps) {
  return value === null ? NOTHING : <DateTime value={value} withTime withSeconds={withSeconds} isShort={isShort} />;
}
