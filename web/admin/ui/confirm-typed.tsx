import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from './confirm.tsx';
import { DialogForm, openDialog } from './dialog.tsx';

export interface TypedQuestion extends Omit<Question, 'isDangerous'> {
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
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
    </DialogForm>
  );
}
