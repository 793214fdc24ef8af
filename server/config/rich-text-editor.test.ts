import { expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { editorSources } from './rich-text-editor.ts';

const EMPTY = '/nonexistent';

test('uses the built-in editor without a TinyMCE key', async () => {
  const { site } = await loadConfig({}, EMPTY);
  expect(site.post.richTextEditorKey).toBe('');
  expect(editorSources(site.post.richTextEditorKey)).toEqual([]);
});

test('key of the environment reaches browsers and the policy', async () => {
  const { site } = await loadConfig({ RICH_TEXT_EDITOR_KEY: 'abcdefgh12345678' }, EMPTY);
  expect(site.post.richTextEditorKey).toBe('abcdefgh12345678');
  expect(editorSources(site.post.richTextEditorKey)).toContain('https://cdn.tiny.cloud');
});

test('rejects an invalid key at startup', async () => {
  await expect(loadConfig({ RICH_TEXT_EDITOR_KEY: 'a/../b' }, EMPTY)).rejects.toThrow(/RICH_TEXT_EDITOR_KEY must be/);
});
