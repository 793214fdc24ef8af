import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { CommentForm } from '#contract/comments.ts';
import type { Place } from './load-comments.server.ts';
import type { FormProofProps } from './proof/form-proof.tsx';
import { askOwnName, openForm, type Proof, type Prove } from './send-comment.ts';

interface OpenedForm {
  readonly open: (event: { readonly currentTarget: HTMLFormElement }) => void;
  /** Resolves with the token and proofs; without them when the request failed. */
  readonly proof: () => Promise<Proof>;
  readonly close: () => void;
  readonly part: ReactNode;
}

/** The form token tells the server when the form was opened. The cached page cannot contain it. */
export function useOpenedForm({ serviceId, contentId }: Place): OpenedForm {
  const requested = useRef<Promise<CommentForm | undefined>>(undefined);
  const prove = useRef(Promise.withResolvers<Prove>());
  const isNamed = useRef(false);
  const [form, setForm] = useState<CommentForm>();

  const renew = useCallback(async () => {
    const opening = openForm({ serviceId, contentId });
    requested.current = opening;
    return opening;
  }, [serviceId, contentId]);
  const onReady = useCallback((ready: Prove | undefined) => {
    if (ready) prove.current.resolve(ready);
    else prove.current = Promise.withResolvers();
  }, []);

  async function ask(): Promise<CommentForm | undefined> {
    requested.current ??= renew().then(
      (opened) => {
        setForm(opened);
        return opened;
      },
      () => {
        // Retried when the comment is sent; it can be sent without.
        requested.current = undefined;
        return undefined;
      },
    );
    return requested.current;
  }

  return {
    open: ({ currentTarget }) => {
      void ask();
      if (isNamed.current) return;
      isNamed.current = true;
      void fillInName(currentTarget);
    },
    proof: async () => {
      const opened = await ask();
      if (!opened) return {};
      const proofs = isToProve(opened) ? await (await prove.current.promise)() : {};
      // Renewing an expired challenge may have replaced the form.
      const { formToken } = (await requested.current) ?? opened;
      return { formToken, ...proofs };
    },
    close: () => {
      requested.current = undefined;
      setForm(undefined);
    },
    part: form && isToProve(form) && (
      <Suspense>
        <FormProof form={form} renew={renew} onReady={onReady} />
      </Suspense>
    ),
  };
}

function isToProve({ altcha, recaptchaSiteKey }: CommentForm): boolean {
  return altcha !== undefined || recaptchaSiteKey !== undefined;
}

const FormProof = lazy(async () => {
  try {
    return { default: (await import('./proof/form-proof.tsx')).FormProof };
  } catch {
    return { default: NoProof };
  }
});

/** Fallback when the script fails to load: the comment is sent without proof and held for moderation. */
function NoProof({ onReady }: FormProofProps) {
  useEffect(() => onReady(async () => ({})), [onReady]);
  return null;
}

async function fillInName(form: HTMLFormElement): Promise<void> {
  const name = await askOwnName().catch(() => '');
  const field = form.elements.namedItem('nickname');
  if (field instanceof HTMLInputElement && field.value === '' && document.activeElement !== field) field.value = name;
}
