import { Button, Checkbox, Modal } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { ApiError } from '#contract/api-client.ts';
import { type BulkChanged, bulkPostApi } from '#contract/bulk-posts.ts';
import { contentLanguage } from '../../../../i18n/content-language.ts';
import { consoleCall } from '../../../../session/console-call.ts';
import { DateTime } from '../../../../ui/date-time.tsx';
import type { CategoryOption } from '../../../categories/category-options.ts';
import { CategoryPicker } from '../../../categories/category-picker.tsx';
import { ConsoleForm, FormFailure } from '../../../ui/console-form.tsx';
import { formFailureKeyOf } from '../../../ui/failure-text.ts';
import { GroupChoice, TagsChoice } from './bulk-choices.tsx';
import {
  type BulkAction,
  type BulkChoiceProps,
  type BulkOutcome,
  type BulkSummary,
  type Choice,
  countChanges,
  nothingChosen,
  reasonKeyOf,
  requestOf,
  summarise,
  toBulkChange,
} from './bulk-summary.ts';
import './bulk.css';

interface BulkDialogProps {
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
  const requested = requestOf(action, choice);
  const summary = requested && summarise(posts, requested, new Date().toISOString());
  const changes = summary ? countChanges(summary) : 0;

  async function run(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!requested || changes === 0) return;
    setFailure(undefined);
    try {
      const body = toBulkChange(
        requested,
        posts.map(({ postId }) => postId),
      );
      onChanged(action, await consoleCall(bulkPostApi.change, { params: { serviceId }, body }));
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <ConsoleForm className="ui-grid ui-gap-4" onSubmit={(event) => void run(event)}>
      <BulkChoice
        serviceId={serviceId}
        action={action}
        categories={categories}
        choice={choice}
        onChange={(next) => {
          setFailure(undefined);
          setChoice(next);
        }}
      />
      <div aria-live="polite">{summary && <SummaryList action={action} summary={summary} />}</div>
      {changes > 0 && <p>{t(questionOf(action))}</p>}
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

function BulkFailure({ error, posts }: { error: unknown; posts: readonly AdminPostRow[] }) {
  const { t } = useTranslation('console');
  const reasons = error instanceof ApiError ? (error.body.reasons ?? []) : [];
  const titles = new Map(posts.map(({ postId, title }) => [postId, title]));
  return (
    <>
      <FormFailure text={error === undefined ? undefined : formFailureKeyOf(error)} />
      {reasons.length > 0 && (
        <ul className="bulk-reasons">
          {reasons.map(({ postId, message }) => (
            <li key={postId}>
              <span lang={contentLanguage(titles.get(postId) ?? '')}>{titles.get(postId) ?? postId}</span>
              <span>{t(reasonKeyOf(message))}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function BulkChoice({ serviceId, action, categories, choice, onChange }: BulkChoiceProps) {
  switch (action) {
    case 'move':
      return <MoveChoice categories={categories} choice={choice} onChange={onChange} />;
    case 'tag':
    case 'untag':
      return <TagsChoice serviceId={serviceId} choice={choice} onChange={onChange} />;
    case 'group':
    case 'ungroup':
      return <GroupChoice serviceId={serviceId} choice={choice} onChange={onChange} />;
    default:
      return null;
  }
}

function MoveChoice({ categories, choice, onChange }: Pick<BulkChoiceProps, 'categories' | 'choice' | 'onChange'>) {
  const { t } = useTranslation('console');
  const isNone = choice.category === '';
  return (
    <>
      <CategoryPicker
        label={t('posts.columns.category')}
        placeholder={isNone ? t('posts.noneChosen') : undefined}
        options={categories}
        value={choice.category ?? ''}
        onChange={(slug) => onChange({ ...choice, category: slug === '' ? undefined : slug })}
        data-autofocus
      />
      <Checkbox
        label={t('postList.bulk.noCategory')}
        checked={isNone}
        onChange={({ target }) => onChange({ ...choice, category: target.checked ? '' : undefined })}
      />
    </>
  );
}

function SummaryList({ action, summary }: { action: BulkAction; summary: BulkSummary }) {
  const { t } = useTranslation('console');
  return (
    <ul className="bulk-summary ui-grid ui-gap-2">
      {[...summary].map(([outcome, posts]) => (
        <li key={outcome} data-same={outcome === 'same' || undefined}>
          <details>
            <summary>
              {outcome === 'same'
                ? t(`postList.bulk.same.${action}`, { count: posts.length })
                : t(`postList.bulk.will.${outcome}`, { count: posts.length })}
            </summary>
            <PostNames posts={posts} outcome={outcome} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function PostNames({ posts, outcome }: { posts: readonly AdminPostRow[]; outcome: BulkOutcome }) {
  return (
    <ul>
      {posts.map(({ postId, title, publishAt }) => (
        <li key={postId}>
          <span lang={contentLanguage(title)}>{title}</span>
          {outcome === 'reserved' && publishAt !== null && (
            <>
              {' '}
              <DateTime value={publishAt} withTime isShort />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
