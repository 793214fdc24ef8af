import { type ComponentProps, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

export interface SubmitButtonProps {
  readonly children: ReactNode;
  readonly isBusy: boolean;
  readonly tone?: 'danger' | undefined;
}

/**
 * Sends a form; not before the page's script runs. Pressing it leaves the focus where it is, so that a complaint
 * which comes up under the field that is left does not push the button away from under the pointer.
 */
export function SubmitButton({ children, isBusy, tone }: SubmitButtonProps) {
  const isAlive = useSyncExternalStore(neverChanges, inBrowsers, onServers);
  return (
    <button
      type="submit"
      className="button"
      data-tone={tone}
      disabled={!isAlive}
      aria-disabled={isBusy}
      onMouseDown={keepFocus}
    >
      {children}
    </button>
  );
}

const neverChanges = () => () => {};
const inBrowsers = () => true;
const onServers = () => false;

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

export interface PlainButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  /** `danger` is for what cannot be undone, `link` for what stands in a text. */
  readonly tone?: 'plain' | 'danger' | 'link';
}

/** Does something else than to send the form it is in. */
export function PlainButton({ tone = 'plain', ...props }: PlainButtonProps) {
  return <button type="button" className={tone === 'link' ? 'link-button' : 'button'} data-tone={tone} {...props} />;
}

/** Under a form, that nothing is lost and why it was not taken. */
export function FormFailure({ text }: { text: string | undefined }) {
  return (
    <div className="form-failure" role="alert">
      {text && <p>{text}</p>}
    </div>
  );
}

export interface FormEndProps extends Omit<SubmitButtonProps, 'children'> {
  readonly submit: string;
  /** In place of the word for cancelling. */
  readonly cancel?: string | undefined;
  readonly onCancel: () => void;
}

/** The two ways out of a form that has opened in place. */
export function FormEnd({ submit, cancel, isBusy, tone, onCancel }: FormEndProps) {
  const { t } = useTranslation('account');
  return (
    <div className="form-end">
      <SubmitButton isBusy={isBusy} tone={tone}>
        {submit}
      </SubmitButton>
      <PlainButton onClick={onCancel}>{cancel ?? t('action.cancel')}</PlainButton>
    </div>
  );
}
