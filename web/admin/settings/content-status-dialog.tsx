import { Button, Modal, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommentStatus } from '#contract/service-configs.ts';
import { type ListedContent, type ServiceContent, serviceContentApi } from '#contract/service-contents.ts';
import { consoleCall } from '../../session/console-call.ts';
import { EditConflict } from '../ui/edit-conflict.tsx';
import { staleVersionOf } from '../ui/failure-text.ts';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';

interface ContentStatusDialogProps {
  readonly content: ListedContent | undefined;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

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
  const [theirs, setTheirs] = useState<ServiceContent>();
  const nameOf = (one: CommentStatus) => t(`services.status.${one}`);

  async function change({ revision }: Pick<ServiceContent, 'revision'>): Promise<void> {
    try {
      const body = { commentDefaultPublishStatus: status, revision };
      await consoleCall(serviceContentApi.save, { params: { serviceId, contentId }, body });
      notifySuccess('done.updated');
    } catch (error) {
      const newer = staleVersionOf<ServiceContent>(error);
      if (newer && newer.commentDefaultPublishStatus !== status) return setTheirs(newer);
      if (!newer) return notifyFailure(error, 'failure.update');
    } finally {
      // Reloads after errors as well, because the shown status may be stale.
      onChanged();
    }
    onClose();
  }

  if (theirs) {
    const saved = theirs.commentDefaultPublishStatus;
    const row = {
      label: t('services.config.commentDefaultPublishStatus'),
      yours: nameOf(status),
      saved: nameOf(saved),
    };
    return <EditConflict rows={[row]} onKeepMine={() => void change(theirs)} onTakeSaved={onClose} />;
  }
  return (
    <div className="ui-column ui-gap-4">
      <ContentStatusSelect value={status} onChange={setStatus} />
      <p aria-live="polite">
        {status === current
          ? t('contents.nowBegin', { contentId, status: nameOf(current) })
          : t('contents.willBegin', { contentId, from: nameOf(current), to: nameOf(status) })}
      </p>
      <p>{t('contents.onlyLater')}</p>
      {status !== current && <p>{t('confirm.title')}</p>}
      <div className="form-actions">
        <Button disabled={status === current} onClick={() => void change(content)}>
          {t('contents.change')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      </div>
    </div>
  );
}

interface ContentStatusSelectProps {
  readonly value: CommentStatus;
  readonly onChange: (status: CommentStatus) => void;
}

export function ContentStatusSelect({ value, onChange }: ContentStatusSelectProps) {
  const { t } = useTranslation('console');
  return (
    <NativeSelect
      maw="24rem"
      label={t('services.config.commentDefaultPublishStatus')}
      description={t('services.help.commentDefaultPublishStatus')}
      value={value}
      data={CommentStatus.options.map((status) => ({ value: status, label: t(`services.status.${status}`) }))}
      onChange={({ currentTarget }) => onChange(CommentStatus.parse(currentTarget.value))}
    />
  );
}
