import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListedContent, serviceContentApi } from '#contract/service-contents.ts';
import { consoleCall } from '../../session/console-call.ts';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { ContentStatusSelect } from './content-status-select.tsx';

export interface ContentStatusDialogProps {
  /** Whose comments are to begin in another state; the dialog is closed while there is none. */
  readonly content: ListedContent | undefined;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Asks for another state that comments of one content id begin in. */
export function ContentStatusDialog({ content, onClose, onChanged }: ContentStatusDialogProps) {
  const { t } = useTranslation('console');
  return (
    <Modal
      opened={content !== undefined}
      onClose={onClose}
      title={t('contents.changeTitle')}
      withCloseButton={false}
      centered
    >
      {content && <StatusChange key={content.contentId} content={content} onClose={onClose} onChanged={onChanged} />}
    </Modal>
  );
}

interface StatusChangeProps extends ContentStatusDialogProps {
  readonly content: ListedContent;
}

function StatusChange({ content, onClose, onChanged }: StatusChangeProps) {
  const { t } = useTranslation('console');
  const { serviceId, contentId, commentDefaultPublishStatus: current } = content;
  const [status, setStatus] = useState(current);

  async function change(): Promise<void> {
    try {
      const body = { commentDefaultPublishStatus: status };
      await consoleCall(serviceContentApi.save, { params: { serviceId, contentId }, body });
      notifySuccess('done.updated');
    } catch (error) {
      notifyFailure(error);
      return;
    } finally {
      // Also after a refusal: what is shown may be out of date.
      onChanged();
    }
    onClose();
  }

  return (
    <div className="content-change">
      <ContentStatusSelect value={status} onChange={setStatus} />
      <p aria-live="polite">
        {status === current
          ? t('contents.nowBegin', { contentId, status: t(`services.status.${current}`) })
          : t('contents.willBegin', {
              contentId,
              from: t(`services.status.${current}`),
              to: t(`services.status.${status}`),
            })}
      </p>
      <p>{t('contents.onlyLater')}</p>
      {status !== current && <p>{t('confirm.title')}</p>}
      <div className="form-actions">
        <Button disabled={status === current} onClick={() => void change()}>
          {t('contents.change')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      </div>
    </div>
  );
}
