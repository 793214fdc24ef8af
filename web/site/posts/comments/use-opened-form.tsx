import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { CommentForm } from '#contract/comments.ts';
import type { Place } from './load-comments.server.ts';
import type { FormProofProps } from './proof/form-proof.tsx';
import type { Prove } from './proof/prove.ts';
import { askOwnName, openForm, type Proof } from './send-comment.ts';

interface OpenedForm {
  /** Asks what the form has to bring along, when it is first used. */
  readonly open: (event: { readonly currentTarget: HTMLFormElement }) => void;
  /** What it brings along; nothing where the server did not say. */
  readonly proof: () => Promise<Proof>;
  /** It has been sent; the next is another one. */
  readonly close: () => void;
  /** What somebody may have to do to prove that they are no program. */
  readonly part: ReactNode;
}

/** A form tells the server when it was opened, which the page itself cannot: it is the same for everybody. */
export function useOpenedForm({ serviceId, contentId }: Place): OpenedForm {
  const asked = useRef<Promise<CommentForm | undefined>>(undefined);
  const prove = useRef(Promise.withResolvers<Prove>());
  const isNamed = useRef(false);
  const [form, setForm] = useState<CommentForm>();

  const renew = useCallback(async () => {
    const opening = openForm({ serviceId, contentId });
    asked.current = opening;
    return opening;
  }, [serviceId, contentId]);
  const onReady = useCallback((ready: Prove | undefined) => {
    if (ready) prove.current.resolve(ready);
    else prove.current = Promise.withResolvers();
  }, []);

  async function ask(): Promise<CommentForm | undefined> {
    asked.current ??= renew().then(
      (opened) => {
        setForm(opened);
        return opened;
      },
      () => {
        // It is asked for once more when the comment is sent, which may do without.
        asked.current = undefined;
        return undefined;
      },
    );
    return asked.current;
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
      // A proof that came late may have asked for another form.
      const { formToken } = (await asked.current) ?? opened;
      return { formToken, ...proofs };
    },
    close: () => {
      asked.current = undefined;
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

/** Without its script a comment is sent all the same, and held. */
function NoProof({ onReady }: FormProofProps) {
  useEffect(() => onReady(async () => ({})), [onReady]);
  return null;
}

/** Whoever has an account need not type its name, and may. */
async function fillInName(form: HTMLFormElement): Promise<void> {
  const name = await askOwnName().catch(() => '');
  const field = form.elements.namedItem('nickname');
  if (field instanceof HTMLInputElement && field.value === '' && document.activeElement !== field) field.value = name;
}
