import type { EditorMode } from '#contract/posts.ts';

/** The ways in which a body can be written here. */
const offered: readonly EditorMode[] = ['markdown', 'rawHtml', 'text', 'json'];

/** Beside them, the way in which a post has been written so far. */
export function modesFor(written: EditorMode): readonly EditorMode[] {
  return offered.includes(written) ? offered : [written, ...offered];
}

/** Where a new post begins: as the installation says, if that can be written here. */
export function modeOfNewPost(preferred: EditorMode): EditorMode {
  return offered.includes(preferred) ? preferred : 'markdown';
}
