import type { EditorMode } from '#contract/posts.ts';

/** The ways in which a body can be written, in the order in which they are offered. */
export const editorModes: readonly EditorMode[] = ['richText', 'markdown', 'rawHtml', 'text', 'json'];
