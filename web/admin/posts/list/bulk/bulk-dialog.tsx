import { Button, Modal } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { type BulkChanged, bulkPostApi } from '#contract/bulk-posts.ts';
import { consoleCall } from '../../../../session/console-call.ts';
import type { CategoryOption } from '../../../categories/category-options.ts';
import { ConsoleForm } from '../../../ui/console-form.tsx';
import { BulkChoice } from './bulk-choice.tsx';
import { BulkFailure } from './bulk-failure.tsx';
import { type BulkAction, countChanges, summarise, toBulkChange } from './bulk-summary.ts';
import { type Choice, nothingChosen, wishOf } from './choice.ts';
import { SummaryList } from './summary-list.tsx';
import './bulk.css';

export interface BulkDialogProps {
  readonly serviceId: string;
  readonly action: BulkAction | undefined;
  readonly posts: readonly AdminPostRow[];
  readonly categories: readonly CategoryOption[];
  readonly onClose: () => void;
  readonly onChanged: (action: BulkAction, changed: BulkChanged) => void;
}

export function BulkDialog({ action, posts, onClose, ...props }: BulkDialogProps) {
  const { t } = useTranslation('console');
  return (
    <Modal
      opened={action !== undefined}
      onClose={onClose}
      title={action && t(`postList.bulk.title.${action}`, { count: posts.length })}
      withCloseButton={false}
      centered
    >
      {action && <BulkForm key={action} action={action} posts={posts} onClose={onClose} {...props} />}
    </Modal>
  );
}

interface BulkFormProps extends BulkDialogProps {
  readonly action: BulkAction;
}

function BulkForm({ serviceId, action, posts, categories, onClose, onChanged }: BulkFormProps) {
  const { t } = useTranslation('console');
  const [choice, setChoice] = useState<Choice>(nothingChosen);
  const [failure, setFailure] = useState<unknown>();
  const wish = wishOf(action, choice);
  const summary = wish && summarise(posts, wish, new Date().toISOString());
  const changes = summary ? countChanges(summary) : 0;

  async function run(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!wish || changes === 0) return;
    setFailure(undefined);
    try {
      const body = toBulkChange(
        wish,
        posts.map(({ postId }) => postId),
      );
      onChanged(action, await consoleCall(bulkPostApi.change, { params: { serviceId }, body }));
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <ConsoleForm className="bulk-form" onSubmit={(event) => void run(event)}>
      <BulkChoice
        {...{ serviceId, action, categories, choice }}
        onChange={(next) => {
          setFailure(undefined);
          setChoice(next);
        }}
      />
      <div aria-live="polite">{summary && <SummaryList action={action} summary={summary} />}</div>
      {changes > 0 && <p className="bulk-question">{t(questionOf(action))}</p>}
      <BulkFailure error={failure} posts={posts} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose} data-autofocus={action === 'delete' || undefined}>
          {t('action.cancel')}
        </Button>
        <Button
          type="submit"
          color={action === 'delete' ? 'vermilion' : 'indigo'}
          disabled={changes === 0}
          data-autofocus={action === 'publish' || action === 'unpublish' || undefined}
        >
          {t(`postList.bulk.do.${action}`)}
        </Button>
      </div>
    </ConsoleForm>
  );
}

function questionOf(action: BulkAction) {
  if (action === 'publish') return 'posts.confirmPublish';
  return action === 'delete' ? 'posts.confirmDelete' : 'confirm.title';
}
