import { lazy, memo, Suspense, useEffect, useRef } from 'react';
import { loadCommentsTexts } from '../../../i18n/i18n.ts';
import type { ThreadProps } from './thread-props.ts';
import '../../ui/controls.css';
import './comments.css';
import './comment-form.css';

export const Comments = memo(function Comments(props: ThreadProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => waitForReader(section.current), []);
  return (
    <section className="comments" id="comments" ref={section}>
      <Suspense>
        <LivingThread {...props} />
      </Suspense>
    </section>
  );
});

const LivingThread = lazy(async () => {
  if (import.meta.env.SSR) return { default: (await import('./thread.tsx')).Thread };
  await wanted.promise;
  try {
    const [{ Thread }] = await Promise.all([import('./thread.tsx'), loadCommentsTexts()]);
    return { default: Thread };
  } catch {
    return { default: WrittenThread };
  }
});

function WrittenThread() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty string keeps the server-rendered HTML
  return <div className="talk" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}

const wanted = Promise.withResolvers<void>();
const NEAR = '400px';
/**
 * Events that also start hydration: navigation may follow, and React does not update content around a boundary that is
 * not hydrated.
 */
const SIGNS = ['pointerdown', 'keydown', 'focusin', 'popstate', 'submit'] as const;

function waitForReader(section: HTMLElement | null): (() => void) | undefined {
  if (section === null) return;
  const watch = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && come(), {
    rootMargin: NEAR,
  });
  const waiting = new AbortController();
  const stop = () => {
    watch.disconnect();
    waiting.abort();
  };
  const come = () => {
    wanted.resolve();
    stop();
  };
  watch.observe(section);
  for (const sign of SIGNS) window.addEventListener(sign, come, { signal: waiting.signal, capture: true });
  return stop;
}
