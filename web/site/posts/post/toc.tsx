import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/site-config.ts';
import './toc.css';

/** A part of a post, with those right below it. */
export interface TocEntry {
  readonly id: string;
  readonly text: string;
  readonly children: readonly TocEntry[];
}

interface TocProps {
  readonly entries: readonly TocEntry[];
  /** The one that the post is written in. */
  readonly language: Language | undefined;
}

/** No heading of a post has a colon in its id. */
const NAME_ID = 'site:contents';

/**
 * The table of contents: beside the text and always in view where there is room, folded up above it where there is not.
 * Of the two the style sheet shows one.
 */
export function Toc({ entries, language }: TocProps) {
  const { t } = useTranslation();
  const current = usePartInView(entries);
  const list = useRef<HTMLElement>(null);
  useKeepInView(list, current);
  if (entries.length === 0) return null;
  return (
    <>
      <nav className="toc toc-beside" aria-labelledby={NAME_ID} ref={list}>
        <p id={NAME_ID}>{t('post.contents')}</p>
        <Entries entries={entries} language={language} current={current} />
      </nav>
      <nav className="toc toc-above" aria-label={t('post.contents')}>
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
          {/* The browser's own way to go to a place, which works before any script does. */}
          <a href={`#${encodeURIComponent(id)}`} aria-current={id === current ? 'location' : undefined}>
            {text}
          </a>
          {children.length > 0 && <Entries entries={children} language={undefined} current={current} />}
        </li>
      ))}
    </ol>
  );
}

/** The line, from the top of the window, that a heading passes when its part is being read. */
const READING_LINE = '-65%';

/** The id of the last heading above the reading line. Browsers tell when one passes it; nothing is asked meanwhile. */
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
      // Whatever is further up counts as seen.
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

/** Moves a list that is higher than the window, and nothing else, to where the reader is. */
function useKeepInView(list: RefObject<HTMLElement | null>, current: string | undefined): void {
  useEffect(() => {
    const box = list.current;
    const link = current === undefined ? null : box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !link) return;
    const top = link.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 0 || top + link.offsetHeight > box.clientHeight) box.scrollTop += top - box.clientHeight / 2;
  }, [list, current]);
}
