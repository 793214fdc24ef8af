import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminPost } from '#contract/admin-posts.ts';
import { ApiError } from '#contract/api-client.ts';
import type { PostStatus } from '#contract/posts.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { useName } from '../people/use-name.ts';
import './stale-dialog.css';

/** The version that somebody else has saved meanwhile, if that is why a save was refused. */
export function staleVersionOf(error: unknown): AdminPost | undefined {
  return error instanceof ApiError && error.status === 409 ? (error.body.current as AdminPost | undefined) : undefined;
}

interface Version {
  readonly title: string;
  readonly body: string;
  readonly status?: PostStatus | undefined;
}

export interface StaleDialogProps {
  readonly mine: Version;
  /** Nothing while there is no conflict. */
  readonly theirs: AdminPost | undefined;
  readonly onOverwrite: () => void;
  readonly onTakeTheirs: () => void;
  readonly onCancel: () => void;
}

function ChangedBy({ post: { updatedBy, createdBy, updatedAt, createdAt } }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const name = useName(updatedBy ?? createdBy);
  return (
    <p>
      {t('posts.stale.body', { name })} <DateTime value={updatedAt ?? createdAt} withTime />
    </p>
  );
}

/** Two versions beside each other, and the choice between them. */
export function StaleDialog({ mine, theirs, onOverwrite, onTakeTheirs, onCancel }: StaleDialogProps) {
  const { t } = useTranslation('console');
  return (
    <Modal
      opened={theirs !== undefined}
      onClose={onCancel}
      title={t('posts.stale.title')}
      size="72rem"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {theirs && (
        <>
          <ChangedBy post={theirs} />
          <div className="stale-versions">
            <VersionText heading={t('posts.stale.mine')} version={mine} other={theirs} />
            <VersionText heading={t('posts.stale.theirs')} version={theirs} other={mine} />
          </div>
          <p className="stale-hint">{t('posts.stale.hint')}</p>
          <div className="stale-actions">
            <Button variant="default" onClick={onCancel} data-autofocus>
              {t('action.cancel')}
            </Button>
            <Button variant="default" onClick={onTakeTheirs}>
              {t('posts.stale.takeTheirs')}
            </Button>
            <Button color="vermilion" onClick={onOverwrite}>
              {t('posts.stale.overwrite')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

interface VersionTextProps {
  readonly heading: string;
  readonly version: Version;
  readonly other: Version;
}

function VersionText({ heading, version: { title, body, status }, other }: VersionTextProps) {
  const { t } = useTranslation('console');
  return (
    <section className="stale-version">
      <h3>{heading}</h3>
      <p className="stale-title" lang={contentLanguage(title)}>
        {title}
      </p>
      {status && other.status && status !== other.status && <p className="stale-hint">{t(`posts.status.${status}`)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <pre tabIndex={0} lang={contentLanguage(body)}>
        {body}
      </pre>
    </section>
  );
}
