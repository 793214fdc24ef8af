import { useTranslation } from 'react-i18next';
import type { FileType } from '#contract/files.ts';
import { acceptedTypes, maxMegabytes, typeNames, type UploadSettings } from './upload-rules.ts';
import './uploads.css';

export function UploadLimits({ settings, fileType }: { settings: UploadSettings; fileType?: FileType | undefined }) {
  const { t } = useTranslation('console');
  const valuesOf = (kind: FileType) => ({
    types: typeNames(acceptedTypes(kind, settings)),
    max: maxMegabytes(kind, settings),
  });
  return (
    <p className="upload-limits ui-grid ui-note">
      {fileType !== 'file' && <span>{t('files.upload.acceptsImages', valuesOf('image'))}</span>}
      {fileType !== 'image' && <span>{t('files.upload.acceptsFiles', valuesOf('file'))}</span>}
    </p>
  );
}
