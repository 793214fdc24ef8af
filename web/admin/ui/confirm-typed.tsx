import { Button, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from './confirm.tsx';
import { ConsoleForm } from './console-form.tsx';

export interface TypedQuestion extends Omit<Question, 'isDangerous'> {
  readonly word: string;
}

export function confirmTyped({ title, ...question }: TypedQuestion): Promise<boolean> {
  return new Promise((resolve) => {
    const id = modals.open({
      title,
      withCloseButton: false,
      centered: true,
      children: <TypedAnswer {...question} onAnswer={(isConfirmed) => answer(isConfirmed)} />,
      onClose: () => resolve(false),
    });
    const answer = (isConfirmed: boolean) => {
      resolve(isConfirmed);
      modals.close(id);
    };
  });
}

interface TypedAnswerProps extends Omit<TypedQuestion, 'title'> {
  readonly onAnswer: (isConfirmed: boolean) => void;
}

function TypedAnswer({ text, action, word, onAnswer }: TypedAnswerProps) {
  const { t } = useTranslation('console');
  const [typed, setTyped] = useState('');
  const isTyped = typed.trim() === word;
  return (
    <ConsoleForm
      className="typed-question"
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyped) onAnswer(true);
      }}
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
      <div className="dialog-actions">
        <Button variant="default" onClick={() => onAnswer(false)}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" color="vermilion" disabled={!isTyped}>
          {action}
        </Button>
      </div>
    </ConsoleForm>
  );
}
