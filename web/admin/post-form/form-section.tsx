import { type ReactNode, useState } from 'react';
import { useActor } from '../../session/actor.ts';
import { readStored, store } from '../../ui/browser-storage.ts';

const PREFIX = 'kawaraban.folded.';

export function rememberFolded(username: string, section: string, folded: boolean): void {
  const before = foldedOf(username);
  if (before[section] !== folded) store('localStorage', `${PREFIX}${username}`, { ...before, [section]: folded });
}

export function foldedOf(username: string): Readonly<Record<string, boolean>> {
  const stored = readStored('localStorage', `${PREFIX}${username}`);
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, boolean>) : {};
}

export interface FormSectionProps {
  readonly name: string;
  readonly title: string;
  readonly isFoldedAtFirst?: boolean;
  readonly children: ReactNode;
}

/** Collapsed fields are still validated and saved. */
export function FormSection({ name, title, isFoldedAtFirst = false, children }: FormSectionProps) {
  const { username } = useActor();
  const [isOpen, setIsOpen] = useState(() => !(foldedOf(username)[name] ?? isFoldedAtFirst));
  return (
    <details
      className="form-section"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setIsOpen(open);
        rememberFolded(username, name, !open);
      }}
    >
      <summary>{title}</summary>
      <div className="form-section-fields ui-column ui-gap-5">{children}</div>
    </details>
  );
}
