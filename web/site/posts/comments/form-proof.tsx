import { type ComponentType, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { CommentForm } from '#contract/comments.ts';
import type { ProofOfWorkProps, Work } from './proof-of-work.tsx';
import type { GetProofs } from './send-comment.ts';

interface Recaptcha {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

const TIMEOUT_MS = 10_000;

let loading: Promise<void> | undefined;

/** Called as late as possible for the reader's privacy. */
function loadRecaptcha(address: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      loading = undefined;
      script.remove();
      reject(new Error('reCAPTCHA cannot be loaded'));
    };
    document.head.append(script);
  });
  return loading;
}

async function askRecaptcha(address: string, siteKey: string): Promise<string | undefined> {
  const timeouts = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), TIMEOUT_MS));
  return Promise.race([execute(address, siteKey), timeouts]).catch(() => undefined);
}

async function execute(address: string, siteKey: string): Promise<string | undefined> {
  await loadRecaptcha(address);
  const { grecaptcha } = window;
  if (!grecaptcha) return undefined;
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return grecaptcha.execute(siteKey, { action: 'comment' });
}

interface FormProofProps {
  readonly form: CommentForm;
  readonly renew: () => Promise<CommentForm>;
  readonly onReady: (getProofs: GetProofs | undefined) => void;
}

/** Fallback when the widget fails to load: the comment is sent without proof and held for moderation. */
function NoProofOfWork({ onReady }: ProofOfWorkProps) {
  useEffect(() => onReady(async () => undefined), [onReady]);
  return null;
}

const ProofOfWork = lazy(async (): Promise<{ default: ComponentType<ProofOfWorkProps> }> => {
  try {
    return { default: (await import('./proof-of-work.tsx')).ProofOfWork };
  } catch {
    return { default: NoProofOfWork };
  }
});

export function FormProof({ form, renew, onReady }: FormProofProps) {
  const { altcha, recaptchaScript, recaptchaSiteKey } = form;
  const [work, setWork] = useState<Work>();
  const handleReady = useCallback((ready: Work) => setWork(() => ready), []);
  const renewChallenge = useCallback(async () => (await renew()).altcha, [renew]);

  useEffect(() => {
    if (recaptchaScript) loadRecaptcha(recaptchaScript).catch(() => {});
  }, [recaptchaScript]);

  useEffect(() => {
    if (altcha !== undefined && !work) return;
    onReady(async () => {
      const [solution, token] = await Promise.all([
        work?.(),
        recaptchaScript && recaptchaSiteKey ? askRecaptcha(recaptchaScript, recaptchaSiteKey) : undefined,
      ]);
      return { ...(solution && { altcha: solution }), ...(token && { recaptcha: token }) };
    });
    return () => onReady(undefined);
  }, [altcha, work, recaptchaScript, recaptchaSiteKey, onReady]);

  if (altcha === undefined) return null;
  return (
    <Suspense>
      <ProofOfWork challenge={altcha} renew={renewChallenge} onReady={handleReady} />
    </Suspense>
  );
}
