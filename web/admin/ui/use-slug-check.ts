import { useCallbackRef } from '@mantine/hooks';
import { useEffect } from 'react';
import { useLoaded } from './use-loaded.ts';

const DELAY_MS = 400;

/** Checks a slug while it is typed, unless it is empty. Returns true when the server has confirmed that it is free. */
export function useSlugCheck(
  slug: string,
  check: (slug: string) => Promise<boolean | undefined>,
  onChecked: (slug: string, isFree: boolean | undefined) => void,
): boolean {
  const load = async () => ({ slug, isFree: slug === '' ? undefined : await check(slug) });
  const { value } = useLoaded(slug, load, DELAY_MS);
  const report = useCallbackRef(onChecked);
  useEffect(() => {
    if (value && value.slug !== '') report(value.slug, value.isFree);
  }, [value, report]);
  return slug !== '' && value?.slug === slug && value.isFree === true;
}
