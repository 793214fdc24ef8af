import { expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { editorSources } from './editor.ts';

const EMPTY = '/nonexistent';

test('rich text has the editor of the console unless a key of TinyMCE is configured', async () => {
  const { site } = await loadConfig({}, EMPTY);
  expect(site.post.richTextEditorKey).toBe('');
  expect(editorSources(site.post.richTextEditorKey)).toEqual([]);
});

test('a key of the environment is given to browsers, which may load the editor then', async () => {
  const { site } = await loadConfig({ RICH_TEXT_EDITOR_KEY: 'abcdefgh12345678' }, EMPTY);
  expect(site.post.richTextEditorKey).toBe('abcdefgh12345678');
  expect(editorSources(site.post.richTextEditorKey)).toContain('https://cdn.tiny.cloud');
});

test('what is no key is refused at the start', async () => {
  await expect(loadConfig({ RICH_TEXT_EDITOR_KEY: 'a/../b' }, EMPTY)).rejects.toThrow(/RICH_TEXT_EDITOR_KEY must be/);
});
