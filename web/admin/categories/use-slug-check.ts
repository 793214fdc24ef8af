import { useEffect, useRef, useState } from 'react';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { quietCall } from '../../session/console-call.ts';
import { categoryFaults } from './category-form-values.ts';

const DELAY_MS = 350;

/** Checks while typing whether a slug is free. Ignores failed checks, because saving checks again. */
export function useSlugCheck(serviceId: string, typed: string, onTaken: (slug: string) => void): 'free' | undefined {
  const [freeSlug, setFreeSlug] = useState<string>();
  const told = useRef(onTaken);
  told.current = onTaken;
  const slug = categoryFaults.slug(typed) ? '' : typed.trim();
  useEffect(() => {
    if (slug === '') return;
    let isWanted = true;
    const ask = async () => {
      const isFree = await quietCall(adminCategoryApi.isSlugFree, { params: { serviceId }, query: { slug } });
      if (!isWanted) return;
      if (isFree) setFreeSlug(slug);
      else told.current(slug);
    };
    const timer = setTimeout(() => void ask().catch(() => {}), DELAY_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [serviceId, slug]);
  return slug !== '' && slug === freeSlug ? 'free' : undefined;
}
