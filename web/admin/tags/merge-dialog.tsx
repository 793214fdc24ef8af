import { Autocomplete } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminTag, adminTagApi } from '#contract/admin-tags.ts';
import { type Tag, TagLabel } from '#contract/tags.ts';
import { quietCall } from '../../session/console-call.ts';
import { DialogForm, openDialog } from '../ui/dialog.tsx';
import { type ConsoleKey, formFailureKeyOf } from '../ui/failure-text.ts';
import { FormFailure } from '../ui/form-failure.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

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
