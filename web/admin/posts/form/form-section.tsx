import { type ReactNode, useState } from 'react';
import { useActor } from '../../../session/actor.ts';
import { isFolded, rememberFolded } from './folded-sections.ts';

export interface FormSectionProps {
  readonly name: string;
  readonly title: string;
  readonly isFoldedAtFirst?: boolean;
  readonly children: ReactNode;
}

/** Collapsible part of the form; collapsed fields are still validated and saved. */
export function FormSection({ name, title, isFoldedAtFirst = false, children }: FormSectionProps) {
  const { username } = useActor();
  const [isOpen, setIsOpen] = useState(() => !isFolded(username, name, isFoldedAtFirst));
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
      <div className="form-section-fields">{children}</div>
    </details>
  );
}
