import { HardDrive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StorageTrouble } from '#contract/overview.ts';
import { useFileSize } from '../files/use-file-size.ts';
import { TopNotice } from './top-notice.tsx';

const TEXTS = {
  low: ['top.storageLow', 'top.storageLowBody'],
  full: ['top.storageFull', 'top.storageFullBody'],
  'read-only': ['top.storageFailed', 'top.storageFailedBody'],
  'io-error': ['top.storageFailed', 'top.storageFailedBody'],
} as const;

export function StorageNotice({ trouble: { kind, freeBytes = 0 } }: { trouble: StorageTrouble }) {
  const { t } = useTranslation('console');
  const sizeOf = useFileSize();
  const [title, body] = TEXTS[kind];
  return (
    <TopNotice icon={HardDrive} title={t(title, { free: sizeOf(freeBytes) })}>
      <p>{t(body)}</p>
    </TopNotice>
  );
}
