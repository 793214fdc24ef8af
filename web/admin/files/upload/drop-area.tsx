import { Button, FileButton } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import './uploads.css';

interface PickButtonProps {
  readonly label: string;
  readonly accept: string;
  readonly multiple: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function PickButton({ label, accept, multiple, onFiles }: PickButtonProps) {
  return (
    <FileButton
      multiple={multiple}
      accept={accept}
      inputProps={{ 'aria-label': label, tabIndex: -1 }}
      onChange={(picked) => onFiles([picked].flat().filter((file) => file !== null))}
    >
      {(props) => (
        <Button {...props} leftSection={<Upload />}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}

export interface DropAreaProps extends Omit<PickButtonProps, 'label'> {
  readonly text: string;
}

export function DropArea({ text, multiple, onFiles, ...button }: DropAreaProps) {
  const { t } = useTranslation('console');
  return (
    <Dropzone
      className="drop-area"
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ 'aria-label': t('files.upload.input') }}
      onDrop={onFiles}
    >
      <p>{text}</p>
      <PickButton
        {...button}
        label={t(multiple ? 'files.upload.pickFiles' : 'files.upload.pickFile')}
        multiple={multiple}
        onFiles={onFiles}
      />
    </Dropzone>
  );
}

export function PageDrop({ isActive, onFiles }: { isActive: boolean; onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('console');
  return (
    <Dropzone.FullScreen
      active={isActive}
      withinPortal={false}
      className="page-drop"
      activateOnClick={false}
      activateOnKeyboard={false}
      inputProps={{ 'aria-label': t('files.upload.input') }}
      onDrop={onFiles}
    >
      <p>{t('files.upload.dropHere')}</p>
    </Dropzone.FullScreen>
  );
}
