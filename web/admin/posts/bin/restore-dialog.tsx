import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeletedPost } from '#contract/deleted-posts.ts';
import { PostSlug } from '#contract/slugs.ts';
import { ConsoleForm } from '../../ui/console-form.tsx';
import { failureKeyOf, fieldErrorsOf } from '../../ui/failure-text.ts';
import type { RestorePost } from './use-bin.ts';

export interface RestoreDialogProps {
  readonly post: DeletedPost;
  readonly onRestore: RestorePost;
  readonly onClose: () => void;
}

export function RestoreDialog({ post, onRestore, onClose }: RestoreDialogProps) {
  const { t } = useTranslation('console');
  const [slug, setSlug] = useState(`${post.slug}-2`);
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  function refuse(text: string): void {
    setFault(text);
    field.current?.focus();
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wanted = PostSlug.safeParse(slug.trim());
    if (!wanted.success) {
      refuse(t('posts.slugHelp'));
      return;
    }
    try {
      await onRestore(post, wanted.data);
    } catch (error) {
      refuse(fieldErrorsOf(error, t).slug ?? t(failureKeyOf(error)));
    }
  }

  return (
    <Modal opened onClose={onClose} title={t('bin.restoreOne', { title: post.title })} centered>
      <ConsoleForm className="restore-form" onSubmit={(event) => void send(event)}>
        <p>{t('bin.slugTaken', { slug: post.slug })}</p>
        <TextInput
          ref={field}
          label={t('posts.fields.slug')}
          description={t('posts.slugHelp')}
          value={slug}
          onChange={({ target }) => {
            setSlug(target.value);
            setFault(undefined);
          }}
          error={fault}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit">{t('bin.restore')}</Button>
        </div>
      </ConsoleForm>
    </Modal>
  );
}
