import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from './comment-fields.ts';

interface SendButtonProps {
  readonly isBusy: boolean;
  readonly tone?: 'danger';
  readonly children: ReactNode;
}

/** Submit button. A mouse click does not move focus to it, which could shift the layout under the pointer. */
export function SendButton({ isBusy, tone, children }: SendButtonProps) {
  const { t } = useTranslation('comments');
  return (
    <button type="submit" className="comment-send" data-tone={tone} aria-disabled={isBusy} onMouseDown={keepFocus}>
      {isBusy ? t('form.sending') : children}
    </button>
  );
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/** Shows why a form was rejected. After a page load it takes focus, unless a field has an error. */
export function FormFailure({ failure, title }: { failure: Failure | undefined; title: string }) {
  const { t } = useTranslation('comments');
  const isOfFields = failure !== undefined && Object.keys(failure.faults).length > 0;
  return (
    <div className="comment-failure" role="alert">
      {failure && (
        // biome-ignore lint/a11y/noAutofocus: the answer to what has just been sent
        <p tabIndex={-1} autoFocus={!isOfFields}>
          {failure.word !== 'check' && (
            <>
              <strong>{title}</strong>
              <br />
            </>
          )}
          {t(`failure.${failure.word}`)}
        </p>
      )}
    </div>
  );
}
