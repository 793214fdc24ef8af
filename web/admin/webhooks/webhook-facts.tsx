import { useTranslation } from 'react-i18next';
import type { Webhook } from '#contract/webhooks.ts';
import { Fact, Facts, Time } from '../ui/facts.tsx';
import { WebhookStateBadge } from './webhook-state-badge.tsx';
import { EventNames, LastDelivered } from './webhook-table.tsx';

export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('console');
  return (
    <Facts>
      <Fact name={t('webhooks.url')}>
        <span className="webhook-url">{webhook.url}</span>
      </Fact>
      <Fact name={t('webhooks.state')}>
        <WebhookStateBadge webhook={webhook} />
      </Fact>
      <Fact name={t('webhooks.events')}>
        <EventNames webhook={webhook} />
      </Fact>
      <Fact name={t('webhooks.lastDelivered')}>
        <LastDelivered webhook={webhook} />
      </Fact>
      <Fact name={t('webhooks.created')}>
        <Time value={webhook.createdAt} isShort />
      </Fact>
    </Facts>
  );
}
