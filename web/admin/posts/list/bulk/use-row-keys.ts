import type { KeyboardEvent } from 'react';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { useShortcuts } from '../../../ui/shortcuts.ts';
import type { PostSelection } from './use-post-selection.ts';

/** Moves between row checkboxes with the arrow keys, selects with Shift and clears the selection with Escape. */
export function useRowKeys(posts: readonly AdminPostRow[], selection: PostSelection | undefined) {
  useShortcuts({
    title: 'postList.keys.title',
    shortcuts: selection
      ? [
          { caps: ['↑', '↓'], label: 'postList.keys.walk' },
          { caps: ['Shift', '↑', '↓'], label: 'postList.keys.range' },
          { caps: ['Esc'], label: 'postList.keys.clear' },
        ]
      : [],
  });

  function walk(event: KeyboardEvent<HTMLTableElement>, step: number): void {
    const at = posts.findIndex(({ postId }) => postId === postOf(event.target));
    const next = at < 0 ? undefined : posts[at + step];
    if (!next) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLInputElement>(`[data-post="${next.postId}"]`)?.focus();
    if (event.shiftKey) selection?.extend(at, at + step);
  }

  return (event: KeyboardEvent<HTMLTableElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') walk(event, 1);
    if (event.key === 'ArrowUp') walk(event, -1);
    if (event.key === 'Escape') selection?.clear();
  };
}

function postOf(target: EventTarget): string | undefined {
  return target instanceof HTMLInputElement ? target.dataset.post : undefined;
}
