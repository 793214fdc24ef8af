import type { EditorMode } from '#contract/posts.ts';

export const editorModes: readonly EditorMode[] = ['richText', 'markdown', 'rawHtml', 'text', 'json'];
