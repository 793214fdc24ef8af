import { type ComponentProps, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

export interface SubmitButtonProps {
  readonly children: ReactNode;
  readonly isBusy: boolean;
  readonly tone?: 'danger' | undefined;
}

/**
 * Submit button, disabled before hydration. A mouse click does not move focus to it: blur could show a field error,
 * which would shift the button away from the pointer.
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
  readonly tone?: 'plain' | 'danger' | 'link';
}

export function PlainButton({ tone = 'plain', ...props }: PlainButtonProps) {
  return <button type="button" className={tone === 'link' ? 'link-button' : 'button'} data-tone={tone} {...props} />;
}

export function FormFailure({ text }: { text: string | undefined }) {
  return (
    <div className="form-failure" role="alert">
      {text && <p>{text}</p>}
    </div>
  );
}

export interface FormEndProps extends Omit<SubmitButtonProps, 'children'> {
  readonly submit: string;
  readonly cancel?: string | undefined;
  readonly onCancel: () => void;
}

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
