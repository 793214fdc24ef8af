import { type CSSProperties, useEffect, useRef } from 'react';
import type { Carry } from './use-carry.ts';

interface DropLineProps {
  readonly carry: Carry;
  readonly above: HTMLElement | null;
  readonly isIdle: boolean;
}

export function DropLine({ carry: { gap, by }, above, isIdle }: DropLineProps) {
  const line = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new place is brought into sight
  useEffect(() => {
    if (by === 'keys') line.current?.scrollIntoView({ block: 'nearest' });
  }, [gap, by]);
  const top = above ? above.offsetTop + above.offsetHeight : 0;
  return (
    <div
      ref={line}
      className="drop-line"
      data-idle={isIdle || undefined}
      style={{ '--depth': gap.depth, insetBlockStart: `${top}px` } as CSSProperties}
    />
  );
}
