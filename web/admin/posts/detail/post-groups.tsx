import { Button, Modal, TextInput } from '@mantine/core';
import { Plus, Star } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminPost } from '#contract/admin-posts.ts';
import { adminPostGroupApi, GroupLabel, type ListedPostGroup } from '#contract/post-groups.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { groupDetailPath } from '../../../paths/console.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import { quietCall } from '../../../session/console-call.ts';
import { type KnownGroups, useGroups } from '../../post-groups/use-groups.ts';
import { ConsoleForm } from '../../ui/console-form.tsx';
import { NOTHING } from '../../ui/facts.tsx';
import { containsText } from '../../ui/filter-text.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';

interface GroupsDialogProps {
  readonly post: AdminPost;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onChange: () => void;
}

export function GroupsDialog({ isOpen, onClose, ...choice }: GroupsDialogProps) {
  const { t } = useTranslation('console');
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('groups.ofPost.title')}>
      <PostGroupChecks {...choice} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
    </Modal>
  );
}

const MANY = 8;

function PostGroupChecks({ post, onChange }: Pick<GroupsDialogProps, 'post' | 'onChange'>) {
  const { t } = useTranslation('console');
  const known = useGroups(post.serviceId);
  const [groupSlugs, setGroupSlugs] = useState<ReadonlySet<string>>(new Set(post.groups.map(({ slug }) => slug)));
  const [search, setSearch] = useState('');
  const { groups, hasFailed, load } = known;

  function note(slug: string, isIn: boolean): void {
    setGroupSlugs((before) => (isIn ? new Set([...before, slug]) : before.difference(new Set([slug]))));
  }

  async function toggle({ slug, label }: ListedPostGroup): Promise<void> {
    const isRegister = !groupSlugs.has(slug);
    const { serviceId, postId } = post;
    note(slug, isRegister);
    try {
      await quietCall(adminPostGroupApi.register, { params: { serviceId, slug }, body: { postId, isRegister } });
      notifySuccess(isRegister ? 'groups.ofPost.in' : 'groups.ofPost.out', { label });
    } catch (error) {
      note(slug, !isRegister);
      notifyFailure(error, 'failure.update');
    }
    onChange();
  }

  const shown = groups?.filter(({ label, slug }) => containsText([label, slug], search));
  return (
    <div className="ui-column ui-gap-3 ui-below-4">
      {groups !== undefined && groups.length >= MANY && (
        <TextInput
          type="search"
          label={t('groups.ofPost.search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <p className="group-choice-state ui-quiet" role="status">
        {hasFailed && t('groups.field.failed')}
        {!hasFailed && groups === undefined && t('console.loading')}
        {groups?.length === 0 && t('groups.ofPost.none')}
        {groups !== undefined && groups.length > 0 && shown?.length === 0 && t('groups.noMatch')}
      </p>
      {hasFailed && (
        <Button variant="default" onClick={load}>
          {t('action.tryAgain')}
        </Button>
      )}
      <ul className="group-stars">
        {shown?.map((group) => (
          <li key={group.slug}>
            <button
              type="button"
              aria-pressed={groupSlugs.has(group.slug)}
              aria-label={t('groups.ofPost.toggle', { label: group.label })}
              onClick={() => void toggle(group)}
            >
              <Star size={18} />
              <span lang={contentLanguage(group.label)}>{group.label}</span>
              <code className="ui-tiny ui-push">{group.slug}</code>
            </button>
          </li>
        ))}
      </ul>
      {groups !== undefined && (
        <NewGroup
          postId={post.postId}
          create={known.create}
          onMade={({ slug, label }) => {
            note(slug, true);
            notifySuccess('groups.field.made', { label });
            onChange();
          }}
        />
      )}
    </div>
  );
}

interface NewGroupProps extends Pick<KnownGroups, 'create'> {
  readonly postId: string;
  readonly onMade: (group: ListedPostGroup) => void;
}

function NewGroup({ postId, create, onMade }: NewGroupProps) {
  const { t } = useTranslation('console');
  const [label, setLabel] = useState('');
  const name = label.trim();

  async function make(): Promise<void> {
    if (!GroupLabel.safeParse(name).success) return;
    try {
      onMade(await create(name, [postId]));
      setLabel('');
    } catch (error) {
      notifyFailure(error, 'failure.create');
    }
  }

  return (
    <ConsoleForm
      className="new-group ui-row ui-bottom ui-gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <TextInput
        label={t('groups.ofPost.newLabel')}
        description={t('groups.ofPost.newHelp')}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
        maxLength={GroupLabel.maxLength ?? undefined}
        autoComplete="off"
      />
      <Button type="submit" variant="default" disabled={name === ''} leftSection={<Plus />}>
        {t('action.create')}
      </Button>
    </ConsoleForm>
  );
}

interface PostGroupsProps {
  readonly post: AdminPost;
  readonly onChoose: () => void;
}

export function PostGroups({ post: { serviceId, groups }, onChoose }: PostGroupsProps) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  return (
    <div>
      <dt>{t('posts.tabs.groups')}</dt>
      <dd>
        {groups.length === 0 && !canWrite && NOTHING}
        {groups.length > 0 && (
          <ul className="post-group-list">
            {groups.map(({ slug, label }) => (
              <li key={slug}>
                <Link to={groupDetailPath(serviceId, slug)} lang={contentLanguage(label)}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {canWrite && (
          <Button
            className="post-groups-open"
            variant="subtle"
            size="compact-sm"
            leftSection={<Star size={14} />}
            onClick={onChoose}
          >
            {t('groups.ofPost.choose')}
          </Button>
        )}
      </dd>
    </div>
  );
}
