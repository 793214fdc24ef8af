import { type ComponentType, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { CommentForm } from '#contract/comments.ts';
import type { ProofOfWorkProps, Work } from './proof-of-work.tsx';
import type { Prove } from './prove.ts';
import { askRecaptcha, loadRecaptcha } from './recaptcha.ts';

export interface FormProofProps {
  /** What the server asks of the comment. */
  readonly form: CommentForm;
  /** Asks for another form, when the challenge of this one is over. */
  readonly renew: () => Promise<CommentForm>;
  /** Is told how to have the proofs as soon as they can be asked for, and when they no longer can. */
  readonly onReady: (prove: Prove | undefined) => void;
}

/** Where the widget cannot be had, the comment goes without, and is held. */
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

/** The part of a form that proves that a person sends it; what is not asked for is not loaded. */
export function FormProof({ form, renew, onReady }: FormProofProps) {
  const { altcha, recaptchaScript, recaptchaSiteKey } = form;
  const [work, setWork] = useState<Work>();
  const noteWork = useCallback((ready: Work) => setWork(() => ready), []);
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
      <ProofOfWork challenge={altcha} renew={renewChallenge} onReady={noteWork} />
    </Suspense>
  );
}
