import type { LucideIcon } from 'lucide-react';

/** What a state means for whoever looks at it. */
export type Tone = 'good' | 'waiting' | 'bad' | 'quiet';

export interface BadgeProps {
  readonly tone: Tone;
  /** Each state has a shape of its own, for those who cannot tell colours. */
  readonly icon: LucideIcon;
  readonly text: string;
}

/** A state by word, shape and colour. */
export function Badge({ tone, icon: Icon, text }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone}>
      <Icon size={14} aria-hidden="true" />
      {text}
    </span>
  );
}
