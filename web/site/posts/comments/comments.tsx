import { lazy, memo, Suspense, useEffect, useRef } from 'react';
import { loadCommentsTexts } from '../../../i18n/i18n.ts';
import type { ThreadProps } from './thread-context.ts';

export const Comments = memo(function Comments(props: ThreadProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => hydrateOnApproach(section.current), []);
  return (
    <section className="comments" id="comments" ref={section}>
      <Suspense>
        <HydratedThread {...props} />
      </Suspense>
    </section>
  );
});

const HydratedThread = lazy(async () => {
  if (import.meta.env.SSR) return { default: (await import('./thread.tsx')).Thread };
  await hydrationRequested.promise;
  try {
    const [{ Thread }] = await Promise.all([import('./thread.tsx'), loadCommentsTexts()]);
    return { default: Thread };
  } catch {
    return { default: WrittenThread };
  }
});

function WrittenThread() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty string keeps the server-rendered HTML
  return <div className="thread" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}

const hydrationRequested = Promise.withResolvers<void>();
const HYDRATION_MARGIN = '400px';
/**
 * Events that also start hydration: navigation may follow, and React does not update content around a boundary that is
 * not hydrated.
 */
const HYDRATION_EVENTS = ['pointerdown', 'keydown', 'focusin', 'popstate', 'submit'] as const;

function hydrateOnApproach(section: HTMLElement | null): (() => void) | undefined {
  if (section === null) return;
  const watch = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && requestHydration(), {
    rootMargin: HYDRATION_MARGIN,
  });
  const waiting = new AbortController();
  const stop = () => {
    watch.disconnect();
    waiting.abort();
  };
  const requestHydration = () => {
    hydrationRequested.resolve();
    stop();
  };
  watch.observe(section);
  for (const sign of HYDRATION_EVENTS)
    window.addEventListener(sign, requestHydration, { signal: waiting.signal, capture: true });
  return stop;
}
