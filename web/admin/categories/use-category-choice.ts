import { type KeyboardEvent, useMemo, useState } from 'react';
import { type CategoryOption, lineageOf, shownOptions } from './category-options.ts';

interface Choice {
  readonly options: readonly CategoryOption[];
  readonly value: string;
  readonly disabledSlugs: ReadonlySet<string>;
  readonly onChange: (slug: string) => void;
}

/** Maximum number of categories that the picker expands initially. */
const FEW = 20;

export function useCategoryChoice({ options, value, disabledSlugs, onChange }: Choice) {
  const [isOpen, setIsOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [activeSlug, setActiveSlug] = useState('');
  const shown = useMemo(() => shownOptions(options, unfolded, search), [options, unfolded, search]);
  const active = shown.find((option) => option.value === activeSlug);
  const isSearching = search.trim() !== '';

  function open(): void {
    if (isOpen) return;
    const isFew = options.length <= FEW;
    setUnfolded(new Set(isFew ? options.map((option) => option.value) : lineageOf(options, value).slice(1)));
    setActiveSlug(value);
    setSearch('');
    setIsOpen(true);
  }

  function close(): void {
    setIsOpen(false);
    setSearch('');
  }

  function look(typed: string): void {
    open();
    setSearch(typed);
    setActiveSlug(shownOptions(options, unfolded, typed)[0]?.value ?? '');
  }

  function pick(slug: string): void {
    if (disabledSlugs.has(slug)) return;
    onChange(slug);
    close();
  }

  function fold(slug: string, isUnfolded: boolean): void {
    const next = new Set(unfolded);
    if (isUnfolded) next.add(slug);
    else next.delete(slug);
    setUnfolded(next);
  }

  function step(by: number): void {
    const at = shown.findIndex((option) => option.value === activeSlug);
    const next = at < 0 && by < 0 ? shown.length - 1 : at + by;
    goTo(shown[Math.min(Math.max(next, 0), shown.length - 1)]);
  }

  function goTo(option: CategoryOption | undefined): void {
    if (option) setActiveSlug(option.value);
  }

  function inwards(): void {
    if (!active?.hasChildren) return;
    if (unfolded.has(active.value)) step(1);
    else fold(active.value, true);
  }

  function outwards(): void {
    if (!active) return;
    if (active.hasChildren && unfolded.has(active.value)) fold(active.value, false);
    else goTo(shown.find((option) => option.value === active.parent));
  }

  const keysToOpen: Record<string, () => void> = { ArrowDown: open, ArrowUp: open };
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    PageDown: () => step(8),
    PageUp: () => step(-8),
    // During a search these keys move the text cursor.
    ...(search === '' && {
      ArrowRight: inwards,
      ArrowLeft: outwards,
      Home: () => goTo(shown[0]),
      End: () => goTo(shown.at(-1)),
    }),
    Enter: () => active && pick(active.value),
    Escape: close,
  };

  function handleKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const act = (isOpen ? keys : keysToOpen)[event.key];
    if (!act) return;
    event.preventDefault();
    if (event.key === 'Escape') event.stopPropagation();
    act();
  }

  return { isOpen, search, isSearching, unfolded, shown, activeSlug, open, close, look, pick, fold, handleKey };
}
