import { Button, type MantineSize } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsoleForm } from './console-form.tsx';

export function openDialog<Answer>(
  title: ReactNode,
  content: (close: (answer?: Answer) => void) => ReactNode,
  { size }: { readonly size?: MantineSize } = {},
): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
  const close = (answer?: Answer) => {
    resolve(answer);
    modals.close(id);
  };
  const id = modals.open({
    title,
    centered: true,
    ...(size && { size }),
    withCloseButton: false,
    children: content(close),
    onClose: () => resolve(undefined),
  });
  return promise;
}

interface DialogFormProps {
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly isFocused?: boolean;
  readonly otherActions?: ReactNode;
  readonly children: ReactNode;
}

export function DialogForm(props: DialogFormProps) {
  const {
    onSubmit,
    onCancel,
    action,
    isDangerous = false,
    isDisabled = false,
    isFocused,
    otherActions,
    children,
  } = props;
  const { t } = useTranslation('console');
  return (
    <ConsoleForm
      className="ui-column ui-gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <div className="dialog-actions">
        {otherActions}
        <Button variant="default" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button
          type="submit"
          color={isDangerous ? 'vermilion' : 'indigo'}
          disabled={isDisabled}
          data-autofocus={isFocused}
        >
          {action}
        </Button>
      </div>
    </ConsoleForm>
  );
}
