import { Button, Checkbox } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useRevalidator } from 'react-router';
import type { AdminFile } from '#contract/admin-files.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { ServiceLine } from '../posts/post-tabs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/file-library.route.ts';
import { withServedUrls } from './file-addresses.ts';
import { findFiles } from './find-files.ts';
import { FileGrid, type Selection, useSelection } from './library/file-grid.tsx';
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
import { keepExisting, removeUnused } from './remove-files.ts';
import { PageDrop, PickButton, usePaste } from './upload/drop-area.tsx';
import { UploadLimits, UploadList } from './upload/upload-list.tsx';
import { acceptOf, type UploadSettings } from './upload/upload-rules.ts';
import { type Upload, useUploads } from './upload/use-uploads.ts';
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
  return { service, state, files: files.map(withServedUrls), nextToken };
}

export const HydrateFallback = () => <ListSkeleton title="files.heading" />;

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
  const remove = async (selectedFiles: readonly AdminFile[]) => {
    if ((await removeUnused(selectedFiles, t, revalidate)) !== undefined) await revalidate();
  };
  const Files = view === 'grid' ? FileGrid : FileTable;
  const isChangeable = canWrite && state.scope !== 'removed';

  return (
    <>
      <PageTitle title={t('files.heading')} documentTitle={t('files.headingOf', { label: service.label })} />
      <ServiceLine service={service} />
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
      {state.scope === 'removed' && <p className="file-note">{t('files.removedNote')}</p>}
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
        page={state.pageToken}
        next={nextToken}
        searchOf={(pageToken) => toLibrarySearch({ ...state, pageToken })}
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
  if (isSearched(state) || state.scope === 'unused') {
    return (
      <EmptyState title={t('files.noMatch')} body={t('files.noMatchBody')}>
        <Button variant="default" onClick={onReset}>
          {t('files.filter.reset')}
        </Button>
      </EmptyState>
    );
  }
  if (state.scope === 'removed') return <EmptyState title={t('files.emptyRemoved')} />;
  return <EmptyState title={t('files.empty')} body={t('files.emptyBody')} />;
}

interface SelectionBarProps {
  readonly selection: Selection;
  readonly files: readonly AdminFile[];
  readonly onDelete: () => void;
}

function SelectionBar({ selection, files, onDelete }: SelectionBarProps) {
  const { t } = useTranslation('console');
  const count = selection.ids.length;
  const isAll = count === files.length;
  return (
    <fieldset className="selection-bar ui-row ui-middle ui-gap-2-4" data-active={count > 0 || undefined}>
      <legend className="sr-only">{t('files.select.bar')}</legend>
      <Checkbox
        label={t('files.select.all')}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={() => selection.set(isAll ? [] : files.map(({ fileId }) => fileId))}
      />
      <span className="ui-digits" role="status">
        {count > 0 && t('files.select.count', { count })}
      </span>
      {count > 0 && (
        <>
          <Button variant="subtle" size="compact-sm" onClick={() => selection.set([])}>
            {t('files.select.clear')}
          </Button>
          <Button
            variant="outline"
            color="vermilion"
            size="compact-sm"
            leftSection={<Trash2 size={14} />}
            onClick={onDelete}
          >
            {t('files.remove.action')}
          </Button>
        </>
      )}
    </fieldset>
  );
}

interface LibraryUploadsProps {
  readonly serviceId: string;
  readonly settings: UploadSettings;
  readonly onChange: () => Promise<void>;
}

/** Uploads continue while other screens of the console are shown. */
function LibraryUploads({ serviceId, settings, onChange }: LibraryUploadsProps) {
  const { t } = useTranslation('console');
  const { uploads, add, cancel, retry, dismiss } = useUploads({
    serviceId,
    settings,
    isKept: true,
    draftKey: `library.${serviceId}`,
    onDone: () => void onChange(),
  });
  usePaste(true, add);

  async function exchange({ id }: Upload, copy: AdminFile): Promise<void> {
    try {
      await keepExisting(copy);
      dismiss(id);
      notifySuccess('files.upload.usedThat');
    } catch (error) {
      notifyFailure(error);
    }
    await onChange();
  }

  return (
    <div className="ui-below-5">
      <PageDrop isActive onFiles={add} />
      <div className="library-ways ui-row ui-top ui-spread ui-gap-3-5">
        <div>
          <p>{t('files.lead')}</p>
          <UploadLimits settings={settings} />
        </div>
        <PickButton label={t('files.upload.pick')} accept={acceptOf(settings)} multiple onFiles={add} />
      </div>
      <UploadList
        uploads={uploads}
        cancel={cancel}
        retry={retry}
        dismiss={dismiss}
        onUseExisting={(upload, copy) => void exchange(upload, copy)}
      />
    </div>
  );
}
