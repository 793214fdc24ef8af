import { useEffect, useRef, useState } from 'react';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { quietCall } from '../../session/console-call.ts';
import { categoryFaults } from './category-form-values.ts';

/** Time after the last key until it is asked, in milliseconds. */
const DELAY_MS = 350;

/** Asks while a slug is typed whether it is free. What cannot be asked just now is found out by saving. */
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
