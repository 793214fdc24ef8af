import { Button, FileButton } from '@mantine/core';
import { Upload } from 'lucide-react';

export interface PickButtonProps {
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
        <Button {...props} leftSection={<Upload size={16} aria-hidden="true" />}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}
