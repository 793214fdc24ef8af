import { Button, Skeleton } from '@mantine/core';
import { CircleDashed, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { consoleCall, screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/file-detail.route.ts';
import { FileActions } from './detail/file-actions.tsx';
import { FileAddresses } from './detail/file-addresses.tsx';
import { FileFacts } from './detail/file-facts.tsx';
import { FilePreview } from './detail/file-preview.tsx';
import { FileUses } from './detail/file-uses.tsx';
import { FileWordsForm } from './detail/file-words-form.tsx';
import { FileWordsShown } from './detail/file-words-shown.tsx';
import { asServed } from './shown-picture.ts';
import './files.css';
import './detail/detail.css';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { serviceId } = params;
  await requireService(request, serviceId);
  const call = screenCall(request);
  const [service, file, uses] = await Promise.all([
    call(adminServiceApi.find, { params: { serviceId } }),
    call(adminFileApi.find, { params }),
    call(adminFileApi.listUses, { params }),
  ]);
  return { service, file: asServed(file), uses };
}

export function HydrateFallback() {
  const { t } = useTranslation('console');
  return (
    <>
      <PageTitle title={t('files.heading')} />
      <p className="sr-only" role="status">
        {t('console.loading')}
      </p>
      <Skeleton height={320} />
    </>
  );
}

export default function FileDetailRoute({ loaderData: { service, file, uses } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const canWrite = isEditor(useActor()) && file.status !== 'removed';
  const { serviceId, fileId } = file;
  return (
    <>
      <PageTitle title={file.name}>
        <FileActions file={file} uses={uses} settings={service.configs} />
      </PageTitle>
      <FileNotice file={file} canWrite={canWrite} onKept={revalidate} />
      <div className="file-detail">
        <div>
          <FilePreview file={file} />
          {canWrite ? <FileWordsForm key={fileId} file={file} onSaved={revalidate} /> : <FileWordsShown file={file} />}
        </div>
        <div>
          <FileFacts file={file} />
          <FileUses key={fileId} serviceId={serviceId} fileId={fileId} uses={uses} />
          <FileAddresses file={file} />
        </div>
      </div>
    </>
  );
}

interface FileNoticeProps {
  readonly file: AdminFile;
  readonly canWrite: boolean;
  readonly onKept: () => Promise<void>;
}

function FileNotice({ file: { serviceId, fileId, status, isWithdrawn }, canWrite, onKept }: FileNoticeProps) {
  const { t } = useTranslation('console');

  async function keep(): Promise<void> {
    try {
      await consoleCall(adminFileApi.update, { params: { serviceId, fileId }, body: { isKept: true } });
      notifySuccess('files.words.kept');
    } catch (error) {
      notifyFailure(error, 'failure.update');
    }
    await onKept();
  }

  if (status === 'removed') {
    return (
      <div className="notice" data-kind="warning">
        <CircleDashed size={16} aria-hidden="true" />
        <p>{t(isWithdrawn ? 'files.remove.withdrawnNotice' : 'files.remove.removedNotice')}</p>
      </div>
    );
  }
  if (status === 'published') return null;
  return (
    <div className="notice" data-kind="warning">
      <Clock size={16} aria-hidden="true" />
      <div>
        <p>{t('files.words.keepHelp')}</p>
        {canWrite && (
          <Button variant="default" size="compact-sm" onClick={() => void keep()}>
            {t('files.words.keep')}
          </Button>
        )}
      </div>
    </div>
  );
}
