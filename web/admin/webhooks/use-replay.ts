import { type RefObject, useEffect, useRef } from 'react';
import { type Webhook, type WebhookDelivery, webhookApi } from '#contract/webhooks.ts';
import { consoleCall } from '../../session/console-call.ts';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { refocus } from '../ui/refocus.ts';

/** Milliseconds for which a row stays in place, so that a double-click does not hit another row. */
const DOUBLE_CLICK_MS = 500;

export interface ReplayProps {
  readonly webhook: Webhook;
  readonly deliveries: readonly WebhookDelivery[];
  readonly onSent: () => Promise<void>;
  /** Receives the focus when the replayed row has left the list. */
  readonly heading: RefObject<HTMLElement | null>;
}

export function useReplay({ webhook, deliveries, onSent, heading }: ReplayProps) {
  const { serviceId, webhookId } = webhook;
  const sending = useRef(new Set<string>());
  const pressed = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list may remove the row
  useEffect(() => {
    if (!pressed.current || pressed.current.isConnected) return;
    pressed.current = null;
    refocus(heading.current);
  }, [deliveries, heading]);

  return async function replay({ deliveryId }: WebhookDelivery, button: HTMLElement): Promise<void> {
    if (sending.current.has(deliveryId)) return;
    sending.current.add(deliveryId);
    pressed.current = button;
    const pause = new Promise((end) => setTimeout(end, DOUBLE_CLICK_MS));
    try {
      await consoleCall(webhookApi.replay, { params: { serviceId, webhookId, deliveryId } });
      notifySuccess('webhooks.delivery.replayed');
    } catch (error) {
      notifyFailure(error);
    }
    await pause;
    sending.current.delete(deliveryId);
    await onSent();
    refocus(button);
  };
}
