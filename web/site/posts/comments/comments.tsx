import { lazy, memo, Suspense, useEffect, useRef } from 'react';
import { loadCommentsTexts } from '../../../i18n/i18n.ts';
import type { TalkProps } from './talk-props.ts';
import './comments.css';
import './comment-form.css';

/**
 * What readers say of a post. The server writes it whole, and it works as it stands; what makes it work without a
 * reload is fetched when the reader gets near it.
 */
export const Comments = memo(function Comments(props: TalkProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => waitForReader(section.current), []);
  return (
    <section className="comments" id="comments" ref={section}>
      <Suspense>
        <LivingTalk {...props} />
      </Suspense>
    </section>
  );
});

const LivingTalk = lazy(async () => {
  if (import.meta.env.SSR) return { default: (await import('./talk.tsx')).Talk };
  await wanted.promise;
  try {
    const [{ Talk }] = await Promise.all([import('./talk.tsx'), loadCommentsTexts()]);
    return { default: Talk };
  } catch {
    return { default: TalkAsWritten };
  }
});

/** Leaves what the server has written as it is, with forms that the browser sends by itself. */
function TalkAsWritten() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set
  return <div className="talk" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}

const wanted = Promise.withResolvers<void>();
/** How far away from the screen the comments are fetched. */
const NEAR = '400px';
/**
 * Whoever does anything may go to another page, which has to find the comments alive: React changes nothing around
 * what it has not brought to life.
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
