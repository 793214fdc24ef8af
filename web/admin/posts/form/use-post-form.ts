import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldMessages } from '#contract/errors.ts';
import { MAX_TAGS } from '#contract/tags.ts';
import { postFaults } from './post-faults.ts';
import type { PostFormValues } from './post-form-values.ts';

export type PostFormState = ReturnType<typeof usePostForm>;

/** The form's values and what is wrong with them. */
export function usePostForm(initialValues: PostFormValues) {
  const { t } = useTranslation('console');
  /** Slugs that are known to be another post's. */
  const [takenSlugs] = useState(() => new Set<string>());
  const form = useForm<PostFormValues>({
    initialValues,
    validate: (values) => ({
      ...Object.fromEntries(Object.entries(postFaults(values)).map(([name, key]) => [name, t(key, { max: MAX_TAGS })])),
      ...(takenSlugs.has(values.slug.trim()) && { slug: t(`msg.${fieldMessages.taken}`) }),
    }),
  });
  return { form, takenSlugs };
}
