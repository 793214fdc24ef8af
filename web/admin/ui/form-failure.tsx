import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleKey } from './failure-text.ts';

export interface FormFailureProps {
  readonly text: ConsoleKey | undefined;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  /** A way on from it. */
  readonly children?: ReactNode;
}

/** Why a form as a whole was refused. The place for it is always there, so that it is read out when it comes. */
export function FormFailure({ text, values = {}, children }: FormFailureProps) {
  const { t } = useTranslation('console');
  return (
    <div className="form-failure" role="alert">
      {text && (
        <p>
          <TriangleAlert size={16} aria-hidden="true" />
          <span>
            {t(text, values)} {children}
          </span>
        </p>
      )}
    </div>
  );
}
