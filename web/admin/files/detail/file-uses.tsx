import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminFileApi, type FileUse } from '#contract/admin-files.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { postDetailPath } from '../../../paths/console.ts';
import { consoleCall } from '../../../session/console-call.ts';
import { PostStatusBadges } from '../../posts/post-status.tsx';
import { notifyFailure } from '../../ui/notify.tsx';

export interface UsesPage {
  readonly items: readonly FileUse[];
  readonly pageToken: string | null;
}

export interface FileUsesProps {
  readonly serviceId: string;
  readonly fileId: string;
  readonly uses: UsesPage;
}

export function FileUses(props: FileUsesProps) {
  const { t } = useTranslation('console');
  return (
    <section className="file-section" aria-labelledby="file-uses">
      <h2 id="file-uses">{t('files.uses.heading')}</h2>
      <UsesList {...props} />
    </section>
  );
}

export function UsesList({ serviceId, fileId, uses }: FileUsesProps) {
  const { t } = useTranslation('console');
  const [later, setLater] = useState<UsesPage>();
  const pageToken = (later ?? uses).pageToken;
  const all = [...uses.items, ...(later?.items ?? [])];

  async function more(): Promise<void> {
    try {
      const query = { pageToken: pageToken ?? undefined };
      const page = await consoleCall(adminFileApi.listUses, { params: { serviceId, fileId }, query });
      setLater({ items: [...(later?.items ?? []), ...page.items], pageToken: page.pageToken });
    } catch (error) {
      notifyFailure(error);
    }
  }

  return (
    <>
      {all.length === 0 ? (
        <p className="file-note">{t('files.uses.none')}</p>
      ) : (
        <ul className="file-uses">
          {all.map((use) => (
            <li key={use.postId}>
              <PostWithFile serviceId={serviceId} use={use} />
            </li>
          ))}
        </ul>
      )}
      {pageToken !== null && (
        <Button variant="default" size="compact-sm" onClick={() => void more()}>
          {t('files.uses.more')}
        </Button>
      )}
    </>
  );
}

function PostWithFile({ serviceId, use }: { serviceId: string; use: FileUse }) {
  const { t } = useTranslation('console');
  const { postId, title, status, places } = use;
  const name = title === '' ? t('files.uses.untitled') : title;
  const result = places.map((place) => t(`files.uses.places.${place}`)).join(t('files.uses.separator'));
  return (
    <>
      {status === null ? (
        <span lang={contentLanguage(name)}>{name}</span>
      ) : (
        <Link to={postDetailPath(serviceId, postId)} lang={contentLanguage(name)}>
          {name}
        </Link>
      )}
      <span className="file-places ui-row ui-middle ui-gap-1-3">
        {status !== null && <PostStatusBadges post={{ status, effectiveAt: null, isHiddenInList: false }} />}
        {result}
      </span>
    </>
  );
}
