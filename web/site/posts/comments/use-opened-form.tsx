import { useCallback, useRef, useState } from 'react';
import type { CommentForm } from '#contract/comments.ts';
import { FormProof } from './form-proof.tsx';
import type { Place } from './load-comments.server.ts';
import type { GetProofs, Proof } from './send-comment.ts';
import { loadSending } from './use-sending.ts';

/** The form token tells the server when the form was opened. The cached page cannot contain it. */
export function useOpenedForm({ serviceId, contentId }: Place) {
  const requested = useRef<Promise<CommentForm | undefined>>(undefined);
  const getProofs = useRef(Promise.withResolvers<GetProofs>());
  const isNamed = useRef(false);
  const [form, setForm] = useState<CommentForm>();

  const renew = useCallback(async () => {
    const opening = import('./send-comment.ts').then(({ openForm }) => openForm({ serviceId, contentId }));
    requested.current = opening;
    return opening;
  }, [serviceId, contentId]);
  const onReady = useCallback((ready: GetProofs | undefined) => {
    if (ready) getProofs.current.resolve(ready);
    else getProofs.current = Promise.withResolvers();
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
    open: ({ currentTarget }: { readonly currentTarget: HTMLFormElement }) => {
      void loadSending().catch(() => {});
      void ask();
      if (isNamed.current) return;
      isNamed.current = true;
      void fillInName(currentTarget);
    },
    /** Resolves with the token and proofs; without them when the request failed. */
    proof: async (): Promise<Proof> => {
      const opened = await ask();
      if (!opened) return {};
      const proofs = needsProof(opened) ? await (await getProofs.current.promise)() : {};
      // Renewing an expired challenge may have replaced the form.
      const { formToken } = (await requested.current) ?? opened;
      return { formToken, ...proofs };
    },
    close: () => {
      requested.current = undefined;
      setForm(undefined);
    },
    part: form && needsProof(form) && <FormProof form={form} renew={renew} onReady={onReady} />,
  };
}

function needsProof({ altcha, recaptchaSiteKey }: CommentForm): boolean {
  return altcha !== undefined || recaptchaSiteKey !== undefined;
}

async function fillInName(form: HTMLFormElement): Promise<void> {
  const name = await import('./send-comment.ts').then(({ askOwnName }) => askOwnName()).catch(() => '');
  const field = form.elements.namedItem('nickname');
  if (field instanceof HTMLInputElement && field.value === '' && document.activeElement !== field) field.value = name;
}
