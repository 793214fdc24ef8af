import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WebhookEventType } from '#contract/webhooks.ts';
import { CheckGroup } from '../ui/check-group.tsx';

export interface EventChecksProps {
  readonly chosen: readonly WebhookEventType[];
  readonly onChange: (events: WebhookEventType[]) => void;
  readonly error?: string | undefined;
}

export function EventChecks({ chosen, onChange, error }: EventChecksProps) {
  const { t } = useTranslation('console');
  const withOrWithout = (type: WebhookEventType, isChosen: boolean) =>
    WebhookEventType.options.filter((each) => (each === type ? isChosen : chosen.includes(each)));
  return (
    <CheckGroup legend={t('webhooks.events')} name="events" error={error}>
      <div className="checks">
        {WebhookEventType.options.map((type) => (
          <Checkbox
            key={type}
            label={
              <>
                <span>{t(`webhooks.event.${type}`)}</span>
                <span className="check-id">{type}</span>
              </>
            }
            checked={chosen.includes(type)}
            onChange={({ target }) => onChange(withOrWithout(type, target.checked))}
          />
        ))}
      </div>
    </CheckGroup>
  );
}
