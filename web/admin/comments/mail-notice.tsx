import { Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminCommentApi } from '#contract/admin-comments.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { backgroundCall, consoleCall } from '../../session/console-call.ts';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';

export function MailNotice({ serviceId }: { serviceId: string }) {
  const canAsk = isEditor(useActor());
  return canAsk ? <MailSwitch key={serviceId} serviceId={serviceId} /> : null;
}

function MailSwitch({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('console');
  const [isWanted, setIsWanted] = useState<boolean>();

  useEffect(() => {
    let isShown = true;
    backgroundCall(adminCommentApi.notice, { params: { serviceId } })
      .then((answer) => isShown && setIsWanted(answer.isWanted))
      // The switch stays disabled when the setting cannot be loaded.
      .catch(() => {});
    return () => {
      isShown = false;
    };
  }, [serviceId]);

  async function change(next: boolean): Promise<void> {
    setIsWanted(next);
    try {
      await consoleCall(adminCommentApi.saveNotice, { params: { serviceId }, body: { isWanted: next } });
      notifySuccess(next ? 'commentNotice.on' : 'commentNotice.off');
    } catch (error) {
      setIsWanted(!next);
      notifyFailure(error, 'failure.update');
    }
  }

  return (
    <Switch
      label={t('commentNotice.label')}
      description={t('commentNotice.help')}
      checked={isWanted ?? false}
      disabled={isWanted === undefined}
      onChange={({ currentTarget }) => void change(currentTarget.checked)}
    />
  );
}
