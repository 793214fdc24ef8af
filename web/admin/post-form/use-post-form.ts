import { useForm } from '@mantine/form';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldMessages } from '#contract/errors.ts';
import { createObservable } from './observable.ts';
import { postErrors } from './post-errors.ts';
import type { PostFormValues } from './post-form-values.ts';

export type PostFormState = ReturnType<typeof usePostForm>;

/** Excludes body and former texts, which are observables so that typing in the body does not re-render the form. */
type FieldValues = Omit<PostFormValues, 'body' | 'formerTexts'>;

export function usePostForm(initialValues: PostFormValues) {
  const { t } = useTranslation('console');
  const [initial] = useState(initialValues);
  const [takenSlugs] = useState(() => new Set<string>());
  const [body] = useState(() => createObservable(initial.body));
  const savedBody = useRef(initial.body);
  const [formerTexts] = useState(() => createObservable(initial.formerTexts));
  const form = useForm<FieldValues>({
    initialValues: fieldsOf(initial),
    validate: (fields) => ({
      ...postErrors({ ...fields, body: body.get(), formerTexts: [] }, t),
      ...(isTaken(fields) && { slug: t(`msg.${fieldMessages.taken}`) }),
    }),
  });
  /** Ignores a taken slug that this form sent without getting a response: saving continues with that post. */
  function isTaken({ slug, sentAs }: FieldValues): boolean {
    return takenSlugs.has(slug.trim()) && slug.trim() !== sentAs;
  }

  const latest = useRef(form);
  latest.current = form;

  const accessors = useMemo(
    () => ({
      values: (): PostFormValues => ({
        ...latest.current.getValues(),
        body: body.get(),
        formerTexts: formerTexts.get(),
      }),
      savedValues: (): PostFormValues => ({
        ...latest.current.getInitialValues(),
        body: savedBody.current,
        formerTexts: [],
      }),
      isDirty: () => body.get() !== savedBody.current || formerTexts.get().length > 0 || latest.current.isDirty(),
      /** Sets all values; the saved values stay, so differences count as unsaved. */
      fill: (values: PostFormValues) => {
        latest.current.setValues(fieldsOf(values));
        body.set(values.body);
        formerTexts.set(values.formerTexts);
        // Resets the per-field dirty flags, which still refer to the previous values.
        latest.current.resetDirty(latest.current.getInitialValues());
      },
      setSaved: (values: PostFormValues) => {
        savedBody.current = values.body;
        latest.current.resetDirty(fieldsOf(values));
      },
    }),
    [body, formerTexts],
  );
  return { form, body, formerTexts, takenSlugs, ...accessors };
}

function fieldsOf({ body: _, formerTexts: __, ...fields }: PostFormValues): FieldValues {
  return fields;
}
