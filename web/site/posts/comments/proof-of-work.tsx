import 'altcha/external';
import 'altcha/altcha.css';
import './proof-of-work.css';
import type { AltchaGlobal, Challenge, WidgetMethods } from 'altcha/types';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';
import { createElement, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

declare global {
  var $altcha: AltchaGlobal;
}

$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker());

export type Work = () => Promise<string | undefined>;

export interface ProofOfWorkProps {
  readonly challenge: unknown;
  readonly renew: () => Promise<unknown>;
  readonly onReady: (work: Work) => void;
}

/** Stays below the hour for which the server accepts a solution. */
const VALIDITY_MS = 50 * 60_000;
const MAX_WORKERS = 4;

const settings = JSON.stringify({
  hideFooter: true,
  hideLogo: true,
  humanInteractionSignature: false,
  minDuration: 0,
  timeout: 60_000,
});

/** Solves the challenge in the background while the comment is written. */
export function ProofOfWork({ challenge, renew, onReady }: ProofOfWorkProps) {
  const { t, i18n } = useTranslation('comments');
  const host = useRef<HTMLElement & WidgetMethods>(null);
  const since = useRef(0);

  // Layout effect, since the widget fires events as soon as it is connected.
  useLayoutEffect(() => {
    since.current = performance.now();
    const widget = host.current;
    const started = Promise.withResolvers<void>();
    const solved = Promise.withResolvers<string | undefined>();
    widget?.addEventListener('load', () => started.resolve());
    widget?.addEventListener('statechange', (event) => {
      const { state, payload } = (event as CustomEvent<{ state: string; payload?: string | null }>).detail;
      if (state !== 'verifying') solved.resolve(payload ?? undefined);
    });
    const solveAgain = async () => {
      if (performance.now() - since.current > VALIDITY_MS) {
        await widget?.configure({ challenge: (await renew()) as Challenge });
        since.current = performance.now();
      }
      return (await widget?.verify())?.payload;
    };
    onReady(async () => {
      await started.promise;
      const payload = await solved.promise;
      const isValid = widget?.getState() === 'verified' && performance.now() - since.current < VALIDITY_MS;
      return payload !== undefined && isValid ? payload : solveAgain();
    });
  }, [renew, onReady]);

  $altcha.i18n.set(i18n.language, {
    ...$altcha.i18n.get('en'),
    label: t('proof.label'),
    verifying: t('proof.verifying'),
    verified: t('proof.verified'),
    error: t('proof.error'),
    expired: t('proof.error'),
    waitAlert: t('proof.verifying'),
  });

  return createElement('altcha-widget', {
    ref: host,
    className: 'comment-proof',
    auto: 'onload',
    challenge: JSON.stringify(challenge),
    configuration: settings,
    language: i18n.language,
    workers: Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 2),
  });
}
