import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FileUsesProps, UsesList } from './file-uses.tsx';
import '../picker/picker.css';

export interface UsedDialogProps extends FileUsesProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onReplace: () => void;
  readonly onDelete: () => void;
}

export function UsedDialog({ opened, onClose, onReplace, onDelete, ...uses }: UsedDialogProps) {
  const { t } = useTranslation('console');
  return (
    <Modal opened={opened} onClose={onClose} title={t('files.remove.usedTitle')} centered withCloseButton={false}>
      <div className="file-choice">
        <p>{t('files.remove.usedBody')}</p>
        <UsesList {...uses} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('action.cancel')}
          </Button>
          <Button variant="outline" color="vermilion" onClick={onDelete}>
            {t('files.remove.usedAnyway')}
          </Button>
          <Button onClick={onReplace}>{t('files.remove.usedReplace')}</Button>
        </div>
      </div>
    </Modal>
  );
}
