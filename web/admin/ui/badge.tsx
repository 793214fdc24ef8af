import type { LucideIcon } from 'lucide-react';

export type Tone = 'good' | 'waiting' | 'bad' | 'quiet';

interface BadgeProps {
  readonly tone: Tone;
  /** Must differ by shape between states, because color alone does not distinguish them for everyone. */
  readonly icon: LucideIcon;
  readonly text: string;
}

export function Badge({ tone, icon: Icon, text }: BadgeProps) {
  return (
    <span className="badge ui-inline ui-middle" data-tone={tone}>
      <Icon size={14} />
      {text}
    </span>
  );
}
