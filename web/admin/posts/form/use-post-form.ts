import { useForm } from '@mantine/form';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldMessages } from '#contract/errors.ts';
import { createObservable } from './observable.ts';
import { postFaults } from './post-faults.ts';
import type { PostFormValues } from './post-form-values.ts';

export type PostFormState = ReturnType<typeof usePostForm>;

/** All but the body and what it was, which have places of their own: a letter typed into it draws nothing else. */
type FieldValues = Omit<PostFormValues, 'body' | 'formerTexts'>;

/** The form's values and what is wrong with them. */
export function usePostForm(initialValues: PostFormValues) {
  const { t } = useTranslation('console');
  const [begun] = useState(initialValues);
  /** Slugs that are known to be another post's. */
  const [takenSlugs] = useState(() => new Set<string>());
  const [body] = useState(() => createObservable(begun.body));
  const savedBody = useRef(begun.body);
  const [formerTexts] = useState(() => createObservable(begun.formerTexts));
  const form = useForm<FieldValues>({
    initialValues: fieldsOf(begun),
    validate: (fields) => ({
      ...postFaults({ ...fields, body: body.get(), formerTexts: [] }, t),
      ...(isTaken(fields) && { slug: t(`msg.${fieldMessages.taken}`) }),
    }),
  });
  /** A post of one's own that was sent and never answered may have the slug, and is what goes on then. */
  function isTaken({ slug, sentAs }: FieldValues): boolean {
    return takenSlugs.has(slug.trim()) && slug.trim() !== sentAs;
  }

  const latest = useRef(form);
  latest.current = form;

  const whole = useMemo(
    () => ({
      values: (): PostFormValues => ({
        ...latest.current.getValues(),
        ...{ body: body.get(), formerTexts: formerTexts.get() },
      }),
      /** As it was saved last. */
      savedValues: (): PostFormValues => ({
        ...latest.current.getInitialValues(),
        ...{ body: savedBody.current, formerTexts: [] },
      }),
      isDirty: () => body.get() !== savedBody.current || formerTexts.get().length > 0 || latest.current.isDirty(),
      /** Puts values into the form; what differs from those that were saved is unsaved. */
      fill: (values: PostFormValues) => {
        latest.current.setValues(fieldsOf(values));
        body.set(values.body);
        formerTexts.set(values.formerTexts);
        // What the form remembers of each field's being changed is of the values before.
        latest.current.resetDirty(latest.current.getInitialValues());
      },
      /** From now on, these are what was saved. */
      setSaved: (values: PostFormValues) => {
        savedBody.current = values.body;
        latest.current.resetDirty(fieldsOf(values));
      },
    }),
    [body, formerTexts],
  );
  return { form, body, formerTexts, takenSlugs, ...whole };
}

function fieldsOf({ body: _, formerTexts: __, ...fields }: PostFormValues): FieldValues {
  return fields;
}
