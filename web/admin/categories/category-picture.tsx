import { Button, Input } from '@mantine/core';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import { FileThumb } from '../files/file-thumb.tsx';
import { PictureButton } from '../files/picture-button.tsx';
import { FileFacts } from '../post-form/files/file-facts.tsx';
import type { KnownFiles } from '../post-form/files/use-known-files.ts';
import { toThumb } from '../posts/shown-file.ts';
import '../post-form/files/post-files.css';

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
          <PictureButton
            serviceId={serviceId}
            settings={settings}
            onPick={(picked) => {
              known.learn([picked]);
              onChange(picked.fileId);
            }}
          />
        </div>
      </div>
    </Input.Wrapper>
  );
}
