import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useRevalidator } from 'react-router';
import type { AdminFile } from '#contract/admin-files.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { ServiceLine } from '../posts/service-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/file-library.route.ts';
import { findFiles } from './find-files.ts';
import { FileGrid } from './library/file-grid.tsx';
import { FileTable } from './library/file-table.tsx';
import { type LibraryView, rememberedView, rememberLibrary, rememberView } from './library/library-memory.ts';
import {
  isSearched,
  type LibraryState,
  readLibraryState,
  toLibraryQuery,
  toLibrarySearch,
  wholeLibrary,
} from './library/library-state.ts';
import { LibraryTools } from './library/library-tools.tsx';
import { LibraryUploads } from './library/library-uploads.tsx';
import { SelectionBar } from './library/selection-bar.tsx';
import { useSelection } from './library/use-selection.ts';
import { removeUnused } from './remove-files.ts';
import { asServed } from './shown-picture.ts';
import './files.css';
import './library/library.css';

/** Page size; fills complete rows of two, three, four and six tiles. */
const PAGE = 24;

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { serviceId } = params;
  const state = readLibraryState(new URL(request.url).searchParams);
  await requireService(request, serviceId);
  const call = screenCall(request);
  const [service, { files, nextToken }] = await Promise.all([
    call(adminServiceApi.find, { params }),
    findFiles(call, { params, query: { ...toLibraryQuery(state), count: PAGE } }),
  ]);
  return { service, state, files: files.map(asServed), nextToken };
}

export function HydrateFallback() {
  const { t } = useTranslation('console');
  return <ListSkeleton title={t('files.heading')} />;
}

export default function FileLibraryRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const canWrite = isEditor(useActor());
  const [view, setView] = useState(rememberedView);
  const { service, state, files, nextToken } = loaderData;
  const selection = useSelection(files.map(({ fileId }) => fileId));
  const search = toLibrarySearch(state);

  useEffect(() => rememberLibrary(serviceId, search), [serviceId, search]);

  const show = (change: Partial<LibraryState>, isTyping = false) => {
    const next = toLibrarySearch({ ...state, pageToken: undefined, ...change });
    void navigate({ search: next }, { preventScrollReset: true, replace: isTyping });
  };
  const remove = async (wanted: readonly AdminFile[]) => {
    if ((await removeUnused(wanted, t, revalidate)) !== undefined) await revalidate();
  };
  const Files = view === 'grid' ? FileGrid : FileTable;
  const isChangeable = canWrite && state.shelf !== 'removed';

  return (
    <>
      <PageTitle title={t('files.heading')} documentTitle={t('files.headingOf', { label: service.label })} />
      <ServiceLine service={service} />
      <PostTabs serviceId={serviceId} />
      {canWrite ? (
        <LibraryUploads key={serviceId} serviceId={serviceId} settings={service.configs} onChange={revalidate} />
      ) : (
        <p className="lead">{t('files.leadViewer')}</p>
      )}
      <LibraryTools
        state={state}
        settings={service.configs}
        view={view}
        onView={(next: LibraryView) => {
          rememberView(next);
          setView(next);
        }}
        onChange={show}
      />
      {state.shelf === 'removed' && <p className="file-note">{t('files.removedNote')}</p>}
      {isChangeable && files.length > 0 && (
        <SelectionBar
          selection={selection}
          files={files}
          onDelete={() => void remove(files.filter(({ fileId }) => selection.has(fileId)))}
        />
      )}
      {files.length > 0 ? (
        <Files
          files={files}
          selection={isChangeable ? selection : undefined}
          onDelete={(file) => void remove([file])}
        />
      ) : (
        <NoFiles state={state} hasMore={nextToken !== undefined} onReset={() => show(wholeLibrary)} />
      )}
      <TrailPager
        first={toLibrarySearch({ ...state, pageToken: undefined })}
        next={nextToken === undefined ? undefined : toLibrarySearch({ ...state, pageToken: nextToken })}
        isFirst={state.pageToken === undefined}
      />
    </>
  );
}

interface NoFilesProps {
  readonly state: LibraryState;
  readonly hasMore: boolean;
  readonly onReset: () => void;
}

function NoFiles({ state, hasMore, onReset }: NoFilesProps) {
  const { t } = useTranslation('console');
  if (hasMore) return <EmptyState title={t('files.noneSoFar')} body={t('files.noneSoFarBody')} />;
  if (isSearched(state) || state.shelf === 'unused') {
    return (
      <EmptyState title={t('files.noMatch')} body={t('files.noMatchBody')}>
        <Button variant="default" onClick={onReset}>
          {t('files.filter.reset')}
        </Button>
      </EmptyState>
    );
  }
  if (state.shelf === 'removed') return <EmptyState title={t('files.emptyRemoved')} />;
  return <EmptyState title={t('files.empty')} body={t('files.emptyBody')} />;
}
