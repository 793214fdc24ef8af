import { Button } from '@mantine/core';
import { Images } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import type { UploadSettings } from './upload/upload-rules.ts';

const FilePicker = lazy(async () => ({ default: (await import('./file-picker.tsx')).FilePicker }));

interface PictureButtonProps {
  readonly serviceId: string;
  readonly settings: UploadSettings;
  /** Label of the field, where a form has several such buttons. */
  readonly field?: string;
  readonly onPick: (file: AdminFile) => void;
}

/** Chooses one image of the library, or uploads one. The dialog loads when it is opened. */
export function PictureButton({ serviceId, settings, field, onPick }: PictureButtonProps) {
  const { t } = useTranslation('console');
  const [picking, setPicking] = useState<'never' | 'open' | 'closed'>('never');
  const label = t('services.choosePicture');
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        aria-label={field && `${label}: ${field}`}
        leftSection={<Images />}
        onClick={() => setPicking('open')}
      >
        {label}
      </Button>
      <Suspense>
        {picking !== 'never' && (
          <FilePicker
            serviceId={serviceId}
            type="image"
            settings={settings}
            opened={picking === 'open'}
            onClose={() => setPicking('closed')}
            onPick={([file]) => file && onPick(file)}
          />
        )}
      </Suspense>
    </>
  );
}
