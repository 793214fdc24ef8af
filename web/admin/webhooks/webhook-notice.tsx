import { CirclePause, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#contract/webhooks.ts';
import { useShownTime } from './use-shown-time.ts';
import { webhookStateOf } from './webhook-state.ts';

export function WebhookNotice({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('console');
  const shown = useShownTime();
  const state = webhookStateOf(webhook);
  if (state === 'active' || state === 'new') return null;
  const since = webhook.failingSince === null ? '' : shown(webhook.failingSince);
  return (
    <div className="notice" {...(state !== 'off' && { 'data-kind': 'warning' })}>
      {state === 'off' ? <CirclePause size={16} aria-hidden="true" /> : <TriangleAlert size={16} aria-hidden="true" />}
      <p>{t(`webhooks.${state}`, { since })}</p>
    </div>
  );
}
