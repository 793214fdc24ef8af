import { Button } from '@mantine/core';
import { KeyRound, Pencil, Send, Trash2, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { type Webhook, webhookApi } from '#contract/webhooks.ts';
import { webhookEditPath, webhookListPath } from '../../paths/console.ts';
import { consoleCall } from '../../session/console-call.ts';
import { confirm } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { refocus } from '../ui/refocus.ts';
import { webhookName } from './webhook-table.tsx';

interface WebhookActionsProps {
  readonly webhook: Webhook;
  readonly onTested: () => Promise<void>;
  /** Receives the new secret, which cannot be shown again. */
  readonly onRotated: (secret: string) => void;
}

export function WebhookActions({ webhook, onTested, onRotated }: WebhookActionsProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { serviceId, webhookId } = webhook;
  const params = { serviceId, webhookId };

  async function test(): Promise<void> {
    try {
      await consoleCall(webhookApi.test, { params });
      notifySuccess('webhooks.tested');
    } catch (error) {
      notifyFailure(error);
    }
    await onTested();
  }

  async function rotate(button: HTMLElement): Promise<void> {
    const question = { title: t('webhooks.rotate'), text: t('webhooks.confirmRotate'), action: t('webhooks.rotate') };
    if (!(await confirm(question))) return refocus(button);
    try {
      const { secret } = await consoleCall(webhookApi.rotateSecret, { params });
      notifySuccess('webhooks.rotated');
      onRotated(secret);
    } catch (error) {
      notifyFailure(error, 'failure.update');
    }
  }

  async function remove(button: HTMLElement): Promise<void> {
    const question = {
      title: t('confirm.title'),
      text: t('webhooks.confirmDelete', { name: webhookName(webhook) }),
      action: t('webhooks.delete'),
      isDangerous: true,
    };
    if (!(await confirm(question))) return refocus(button);
    try {
      await consoleCall(webhookApi.delete, { params });
    } catch (error) {
      return notifyFailure(error, 'failure.delete');
    }
    notifySuccess('webhooks.deleted');
    await navigate(webhookListPath(serviceId));
  }

  return (
    <>
      <Button onClick={() => void test()} leftSection={<Send />}>
        {t('webhooks.test')}
      </Button>
      <Button variant="default" component={Link} to={webhookEditPath(serviceId, webhookId)} leftSection={<Pencil />}>
        {t('webhooks.edit')}
      </Button>
      <Button variant="default" onClick={({ currentTarget }) => void rotate(currentTarget)} leftSection={<KeyRound />}>
        {t('webhooks.rotate')}
      </Button>
      <Button
        variant="default"
        color="vermilion"
        onClick={({ currentTarget }) => void remove(currentTarget)}
        leftSection={<Trash2 />}
      >
        {t('webhooks.delete')}
      </Button>
    </>
  );
}

interface NewSecretProps {
  readonly secret: string;
  readonly onDone: () => void;
}

export function NewSecret({ secret, onDone }: NewSecretProps) {
  const { t } = useTranslation('console');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="new-secret ui-column ui-gap-4" aria-labelledby="new-secret">
      <h2 id="new-secret" tabIndex={-1} ref={heading}>
        {t('webhooks.secretTitle')}
      </h2>
      <div className="notice" data-kind="warning">
        <TriangleAlert />
        <p>{t('webhooks.secretOnce')}</p>
      </div>
      <div className="new-secret-line ui-row ui-middle ui-gap-3">
        <code className="code-block">{secret}</code>
        <CopyButton text={secret} label={t('webhooks.copySecret')} />
      </div>
      <p>{t('webhooks.secretHelp')}</p>
      <div className="form-actions">
        <Button onClick={onDone}>{t('webhooks.done')}</Button>
      </div>
    </section>
  );
}
