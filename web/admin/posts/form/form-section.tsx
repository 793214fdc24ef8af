import { type ReactNode, useState } from 'react';
import { useActor } from '../../../session/actor.ts';
import { isFolded, rememberFolded } from './folded-sections.ts';

export interface FormSectionProps {
  /** By which it is remembered whether somebody has folded it. */
  readonly name: string;
  readonly title: string;
  /** Whether it is folded until somebody says otherwise. */
  readonly isFoldedAtFirst?: boolean;
  readonly children: ReactNode;
}

/** A part of the form that folds. What is folded is still part of the form. */
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
