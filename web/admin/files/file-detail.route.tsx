import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { CircleDashed, Clock, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { consoleCall, screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { useName } from '../people/use-name.ts';
import { copyAndNotify } from '../ui/copy-button.tsx';
import { Fact, Facts, NOTHING, Time } from '../ui/facts.tsx';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/file-detail.route.ts';
import { FileActions } from './detail/file-actions.tsx';
import { FilePreview } from './detail/file-preview.tsx';
import { FileTextsForm } from './detail/file-texts-form.tsx';
import { FileUses } from './detail/file-uses.tsx';
import { wholeAddress, withServedUrls } from './file-addresses.ts';
import { FileStateBadge } from './file-thumb.tsx';
import { useFileSize } from './use-file-size.ts';
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
  return { service, file: withServedUrls(file), uses };
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
      <div className="file-detail ui-grid ui-gap-6">
        <div>
          <FilePreview file={file} />
          {canWrite ? <FileTextsForm key={fileId} file={file} onSaved={revalidate} /> : <FileTextsShown file={file} />}
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
        <CircleDashed />
        <p>{t(isWithdrawn ? 'files.remove.withdrawnNotice' : 'files.remove.removedNotice')}</p>
      </div>
    );
  }
  if (status === 'published') return null;
  return (
    <div className="notice" data-kind="warning">
      <Clock />
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

function FileTextsShown({ file: { fileType, alt, caption } }: { file: AdminFile }) {
  const { t } = useTranslation('console');
  const lines = [
    ...(fileType === 'image' ? [{ text: t('files.words.alt'), wording: alt }] : []),
    { text: t('files.words.caption'), wording: caption },
  ];
  return (
    <section className="file-section" aria-labelledby="file-words">
      <h2 id="file-words">{t('files.words.heading')}</h2>
      <Facts>
        {lines.flatMap(({ text, wording }) =>
          (['en', 'ja'] as const).map((language) => (
            <Fact
              key={`${text} ${language}`}
              name={t('files.words.ofLanguage', { text, language: t(`files.words.${language}`) })}
            >
              <span lang={language}>{wording[language] ?? NOTHING}</span>
            </Fact>
          )),
        )}
      </Facts>
    </section>
  );
}

function FileFacts({ file }: { file: AdminFile }) {
  const { t } = useTranslation('console');
  const sizeOf = useFileSize();
  const createdBy = useName(file.createdBy);
  const { mimeType, size, width, height, isAnimated, uploadedAt, updatedAt, version } = file;
  return (
    <section aria-label={t('files.detail.facts')}>
      <Facts>
        <Fact name={t('files.columns.state')}>
          <FileStateBadge file={file} />
        </Fact>
        <Fact name={t('files.detail.type')}>
          <span>{mimeType}</span>
          {isAnimated && <span>{t('files.detail.animated')}</span>}
        </Fact>
        <Fact name={t('files.detail.size')}>{sizeOf(size)}</Fact>
        {width !== null && height !== null && (
          <Fact name={t('files.detail.pixels')}>{t('files.detail.pixelsOf', { width, height })}</Fact>
        )}
        <Fact name={t('files.detail.uploadedAt')}>
          <Time value={uploadedAt} />
        </Fact>
        <Fact name={t('files.detail.uploadedBy')}>{createdBy}</Fact>
        {updatedAt !== null && (
          <Fact name={t('files.detail.replacedAt')}>
            <Time value={updatedAt} />
          </Fact>
        )}
        {version > 1 && <Fact name={t('files.detail.version')}>{version}</Fact>}
      </Facts>
    </section>
  );
}

function FileAddresses({ file: { src, width, height, variants } }: { file: AdminFile }) {
  const { t } = useTranslation('console');
  if (src === null) return null;
  const original = { size: t('files.detail.original'), width, height, src };
  return (
    <section className="file-section" aria-labelledby="file-addresses">
      <h2 id="file-addresses">{t('files.detail.addresses')}</h2>
      <p className="file-note">{t('files.detail.addressesHelp')}</p>
      <ul className="file-addresses">
        {[original, ...variants].map((each) => (
          <li key={each.size}>
            <span className="file-address-size ui-row ui-gap-0-3 ui-digits">
              <strong>{each.size}</strong>
              {each.width !== null && each.height !== null && (
                <span>{t('files.detail.pixelsOf', { width: each.width, height: each.height })}</span>
              )}
            </span>
            <a href={each.src} target="_blank" rel="noreferrer">
              {wholeAddress(each.src)}
            </a>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('files.detail.copyOne', { size: each.size })}
              onClick={() => void copyAndNotify(wholeAddress(each.src))}
            >
              <Copy />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}
