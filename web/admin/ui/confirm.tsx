import { modals } from '@mantine/modals';
import { ConsoleText } from './notify.tsx';

export interface Question {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isDangerous?: boolean;
}

/** Escape, Cancel and a click outside resolve with false. */
export function confirm({ title, text, action, isDangerous = false }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <p className="question">{text}</p>,
      labels: { confirm: action, cancel: <ConsoleText text="action.cancel" /> },
      confirmProps: { color: isDangerous ? 'vermilion' : 'indigo', 'data-autofocus': !isDangerous || undefined },
      cancelProps: { 'data-autofocus': isDangerous || undefined },
      withCloseButton: false,
      centered: true,
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
