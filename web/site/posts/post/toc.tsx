import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/site-config.ts';

export interface TocEntry {
  readonly id: string;
  readonly text: string;
  readonly children: readonly TocEntry[];
}

interface TocProps {
  readonly entries: readonly TocEntry[];
  readonly language: Language | undefined;
}

/** Contains a colon, so that it cannot clash with ids of headings in posts. */
const NAME_ID = 'site:contents';

/**
 * Renders a sticky column for wide screens and a `details` element above the text; the style sheet shows one of them.
 */
export function Toc({ entries, language }: TocProps) {
  const { t } = useTranslation();
  const current = usePartInView(entries);
  const list = useRef<HTMLElement>(null);
  useKeepInView(list, current);
  if (entries.length === 0) return null;
  return (
    <>
      <nav className="toc toc-beside ui-plain-links" aria-labelledby={NAME_ID} ref={list}>
        <p id={NAME_ID}>{t('post.contents')}</p>
        <Entries entries={entries} language={language} current={current} />
      </nav>
      <nav className="toc toc-above ui-plain-links" aria-label={t('post.contents')}>
        <details>
          <summary>{t('post.contents')}</summary>
          <Entries entries={entries} language={language} />
        </details>
      </nav>
    </>
  );
}

function Entries({ entries, language, current }: TocProps & { readonly current?: string | undefined }) {
  return (
    <ol lang={language}>
      {entries.map(({ id, text, children }) => (
        <li key={id}>
          {/* A plain link, not `Link`: it works before hydration. */}
          <a href={`#${encodeURIComponent(id)}`} aria-current={id === current ? 'location' : undefined}>
            {text}
          </a>
          {children.length > 0 && <Entries entries={children} language={undefined} current={current} />}
        </li>
      ))}
    </ol>
  );
}

/** Bottom margin of the observer: a heading is current above 35 % of the viewport height. */
const READING_LINE = '-65%';

function usePartInView(entries: readonly TocEntry[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const ids = useMemo(
    () => entries.flatMap(({ id, children }) => [id, ...children.map((child) => child.id)]),
    [entries],
  );
  useEffect(() => {
    const passed = new Set<string>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) passed.add(target.id);
          else passed.delete(target.id);
        }
        setCurrent(ids.findLast((id) => passed.has(id)));
      },
      // Includes everything above the viewport.
      { rootMargin: `1000000px 0px ${READING_LINE} 0px` },
    );
    for (const id of ids) {
      const heading = document.getElementById(id);
      if (heading) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}

function useKeepInView(list: RefObject<HTMLElement | null>, current: string | undefined): void {
  useEffect(() => {
    const box = list.current;
    const link = current === undefined ? null : box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !link) return;
    const top = link.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 0 || top + link.offsetHeight > box.clientHeight) box.scrollTop += top - box.clientHeight / 2;
  }, [list, current]);
}
