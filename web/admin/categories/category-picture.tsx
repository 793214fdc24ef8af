import { Button, Input } from '@mantine/core';
import { Images, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import { FileThumb } from '../files/file-thumb.tsx';
import { FileFacts } from '../post-form/files/file-facts.tsx';
import type { KnownFiles } from '../post-form/files/use-known-files.ts';
import { toThumb } from '../posts/shown-file.ts';
import '../post-form/files/post-files.css';

const FilePicker = lazy(async () => ({ default: (await import('../files/file-picker.tsx')).FilePicker }));

interface CategoryPictureProps {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
  readonly known: KnownFiles;
  /** Id of the file; empty for none. */
  readonly value: string;
  readonly onChange: (fileId: string) => void;
  readonly error?: ReactNode;
}

export function CategoryPicture({ serviceId, settings, known, value, onChange, error }: CategoryPictureProps) {
  const { t } = useTranslation('console');
  const [picking, setPicking] = useState<'never' | 'open' | 'closed'>('never');
  const file = value === '' ? undefined : known.get(value);
  return (
    <Input.Wrapper
      labelElement="div"
      label={t('categories.picture')}
      description={t('categories.pictureHelp')}
      error={error}
      role="group"
      aria-label={t('categories.picture')}
    >
      <div className="ui-grid ui-gap-2">
        {file && (
          <div className="thumbnail-card ui-grid ui-top ui-gap-1-3">
            {typeof file === 'object' && <FileThumb file={toThumb(file)} />}
            <FileFacts serviceId={serviceId} fileId={value} file={file} />
            <Button
              variant="subtle"
              color="vermilion"
              size="compact-sm"
              leftSection={<X size={14} />}
              onClick={() => onChange('')}
            >
              {t('postFiles.removeThumbnail')}
            </Button>
          </div>
        )}
        <div>
          <Button variant="default" aria-haspopup="dialog" leftSection={<Images />} onClick={() => setPicking('open')}>
            {t('services.choosePicture')}
          </Button>
        </div>
      </div>
      <Suspense>
        {picking !== 'never' && (
          <FilePicker
            serviceId={serviceId}
            type="image"
            settings={settings}
            opened={picking === 'open'}
            onClose={() => setPicking('closed')}
            onPick={(files) => {
              known.learn(files);
              onChange(files[0]?.fileId ?? '');
            }}
          />
        )}
      </Suspense>
    </Input.Wrapper>
  );
}
