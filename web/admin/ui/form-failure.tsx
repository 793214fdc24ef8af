import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ConsoleKey } from './failure-text.ts';

/** Why a form as a whole was refused. The place for it is always there, so that it is read out when it comes. */
export function FormFailure({ text }: { text: ConsoleKey | undefined }) {
  const { t } = useTranslation('console');
  return (
    <div className="form-failure" role="alert">
      {text && (
        <p>
          <TriangleAlert size={16} aria-hidden="true" />
          {t(text)}
        </p>
      )}
    </div>
  );
}
