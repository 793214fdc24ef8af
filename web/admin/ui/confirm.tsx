import { TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm, openDialog } from './dialog.tsx';
import { ConsoleText } from './notify.tsx';

interface Question {
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

interface TypedQuestion extends Omit<Question, 'isDangerous'> {
  readonly word: string;
}

export async function confirmTyped({ title, ...question }: TypedQuestion): Promise<boolean> {
  const answer = await openDialog<boolean>(title, (close) => <TypedAnswer {...question} onAnswer={close} />);
  return answer ?? false;
}

interface TypedAnswerProps extends Omit<TypedQuestion, 'title'> {
  readonly onAnswer: (isConfirmed: boolean) => void;
}

function TypedAnswer({ text, action, word, onAnswer }: TypedAnswerProps) {
  const { t } = useTranslation('console');
  const [typed, setTyped] = useState('');
  const isTyped = typed.trim() === word;
  return (
    <DialogForm
      onSubmit={() => isTyped && onAnswer(true)}
      onCancel={() => onAnswer(false)}
      action={action}
      isDangerous
      isDisabled={!isTyped}
    >
      <p>{text}</p>
      <TextInput
        label={t('confirm.typeWord', { word })}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
    </DialogForm>
  );
}
