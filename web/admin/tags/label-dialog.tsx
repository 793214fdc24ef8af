import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminTag } from '#contract/admin-tags.ts';
import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { NewTagLabel, Tag } from '#contract/tags.ts';
import { DialogForm, openDialog } from '../ui/dialog.tsx';
import { EditConflict } from '../ui/edit-conflict.tsx';
import { type ConsoleKey, fieldErrorsOf, formFailureKeyOf, ruleText } from '../ui/failure-text.ts';
import { FormFailure } from '../ui/form-failure.tsx';
import { staleVersionOf } from '../ui/stale-version.ts';

const MAX_TAG_LABEL = 128;

interface LabelQuestion {
  readonly title: string;
  readonly label: string;
  readonly action: string;
  readonly initial: string;
  /** Saves the label; `saved` is the version to overwrite after a conflict. Errors are shown below the field. */
  readonly save: (label: string, saved?: AdminTag) => Promise<void>;
  readonly onTaken?: (other: Tag) => void;
}

export function askForLabel({ title, ...question }: LabelQuestion): void {
  void openDialog(title, (close) => <LabelAnswer {...question} onClose={close} />);
}

interface LabelError {
  readonly text: string;
  readonly other?: Tag | undefined;
}

function LabelAnswer(props: Omit<LabelQuestion, 'title'> & { readonly onClose: () => void }) {
  const { label, action, initial, save, onTaken, onClose } = props;
  const { t } = useTranslation('console');
  const [typed, setTyped] = useState(initial);
  const [labelError, setLabelError] = useState<LabelError>();
  const [failure, setFailure] = useState<ConsoleKey>();
  const [saved, setSaved] = useState<AdminTag>();
  const input = useRef<HTMLInputElement>(null);

  async function send(base?: AdminTag): Promise<void> {
    const read = NewTagLabel.safeParse(typed);
    if (!read.success) {
      const text = ruleText(NewTagLabel, typed, { t, otherwise: 'tags.labelRule' });
      return showErrors({ text: typed.trim() === '' || !text ? t('rule.required') : text });
    }
    try {
      await save(read.data, base);
      onClose();
    } catch (error) {
      showError(error);
    }
  }

  function showError(error: unknown): void {
    const stale = staleVersionOf<AdminTag>(error);
    setSaved(stale);
    if (stale) return;
    const other = takenBy(error);
    const text = other ? t('tags.taken', { label: other.label }) : fieldErrorsOf(error, t).label;
    if (text === undefined) setFailure(formFailureKeyOf(error));
    else showErrors({ text, other });
  }

  function showErrors(about: LabelError): void {
    setLabelError(about);
    input.current?.focus();
  }

  return (
    <DialogForm
      onSubmit={() => void send()}
      onCancel={onClose}
      action={action}
      otherActions={
        labelError?.other &&
        onTaken && (
          <Button
            variant="default"
            onClick={() => {
              onClose();
              if (labelError.other) onTaken(labelError.other);
            }}
          >
            {t('tags.takenMerge')}
          </Button>
        )
      }
    >
      <TextInput
        ref={input}
        label={label}
        description={t('tags.labelHelp', { max: MAX_TAG_LABEL })}
        value={typed}
        error={labelError?.text}
        maxLength={MAX_TAG_LABEL}
        autoComplete="off"
        autoCapitalize="none"
        onChange={({ target }) => {
          setTyped(target.value);
          setLabelError(undefined);
          setFailure(undefined);
        }}
        data-autofocus
      />
      <FormFailure text={failure} />
      {saved && (
        <EditConflict
          rows={[{ label, yours: typed, saved: saved.label }]}
          onKeepMine={() => void send(saved)}
          onTakeSaved={onClose}
        />
      )}
    </DialogForm>
  );
}

function takenBy(error: unknown): Tag | undefined {
  if (!(error instanceof ApiError) || error.body.message !== messages.tagLabelTaken) return undefined;
  return Tag.safeParse(error.body.current).data;
}
