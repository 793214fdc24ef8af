import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import { useName } from '../../people/use-name.ts';
import { Fact, Facts, Time } from '../../ui/facts.tsx';
import { FileStateBadge } from '../file-state.tsx';
import { useFileSize } from '../use-file-size.ts';

export function FileFacts({ file }: { file: AdminFile }) {
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
