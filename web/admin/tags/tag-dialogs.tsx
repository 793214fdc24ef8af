import { Autocomplete, Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminTag, adminTagApi } from '#contract/admin-tags.ts';
import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { NewTagLabel, Tag, TagLabel } from '#contract/tags.ts';
import { quietCall } from '../../session/console-call.ts';
import { FormFailure } from '../ui/console-form.tsx';
import { DialogForm, openDialog } from '../ui/dialog.tsx';
import { EditConflict } from '../ui/edit-conflict.tsx';
import { type ConsoleKey, fieldErrorsOf, formFailureKeyOf, ruleText, staleVersionOf } from '../ui/failure-text.ts';
import { useLoaded } from '../ui/use-loaded.ts';

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

interface MergeQuestion {
  readonly title: string;
  readonly tag: AdminTag;
  readonly into: string;
  readonly merge: (into: Tag) => Promise<void>;
}

export function askForMerge({ title, ...question }: MergeQuestion): void {
  void openDialog(title, (close) => <MergeAnswer {...question} onClose={close} />);
}

const PROPOSALS = 20;
const DELAY_MS = 200;

function MergeAnswer({ tag, into, merge, onClose }: Omit<MergeQuestion, 'title'> & { readonly onClose: () => void }) {
  const { t } = useTranslation('console');
  const [typed, setTyped] = useState(into);
  const [labelError, setLabelError] = useState<string>();
  const [failure, setFailure] = useState<ConsoleKey>();
  const input = useRef<HTMLInputElement>(null);
  const proposals = useProposals(tag, typed);

  async function submit(): Promise<void> {
    setFailure(undefined);
    const label = TagLabel.safeParse(typed).data;
    if (label === undefined) return showErrors('rule.required');
    if (label === tag.label) return showErrors('tags.mergeSelf');
    try {
      const other = (await listTags(tag.serviceId, label, 1000)).find((one) => one.label === label);
      if (!other) return showErrors('tags.mergeUnknown');
      await merge(other);
      onClose();
    } catch (error) {
      setFailure(formFailureKeyOf(error, 'failure.edit'));
    }
  }

  function showErrors(about: ConsoleKey): void {
    setLabelError(t(about));
    input.current?.focus();
  }

  return (
    <DialogForm onSubmit={() => void submit()} onCancel={onClose} action={t('tags.mergeAction')} isDangerous>
      <p>{t('tags.mergeHelp', { count: tag.postCount, label: tag.label })}</p>
      <Autocomplete
        ref={input}
        label={t('tags.mergeInto')}
        data={proposals}
        filter={({ options }) => options}
        value={typed}
        error={labelError}
        onChange={(value) => {
          setTyped(value);
          setLabelError(undefined);
        }}
        data-autofocus
      />
      <FormFailure text={failure} />
    </DialogForm>
  );
}

/** Ignores failed searches, because the label can be typed in full. */
function useProposals({ serviceId, label }: AdminTag, typed: string): string[] {
  const contains = typed.trim();
  const { value: tags = [] } = useLoaded(contains, () => listTags(serviceId, contains, PROPOSALS + 1), DELAY_MS);
  const labels = tags.map((tag) => tag.label).filter((one) => one !== label);
  return labels.slice(0, PROPOSALS);
}

function listTags(serviceId: string, contains: string, count: number): Promise<AdminTag[]> {
  return quietCall(adminTagApi.list, { params: { serviceId }, query: { contains, count } });
}
