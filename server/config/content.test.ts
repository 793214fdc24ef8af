import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { editorSources, MediaChoices } from './content.ts';

test('content settings have defaults within bounds', async () => {
  expect((await loadConfig({}, '/nonexistent')).site.content).toEqual({
    history: { maxRevisions: 200, maxDays: 1825 },
    binDays: 30,
    previewDays: 30,
  });
  const chosen = await givenFolder('{ content: { history: { maxRevisions: 50 }, binDays: 7 } }');
  expect((await loadConfig({}, chosen)).site.content).toEqual({
    history: { maxRevisions: 50, maxDays: 1825 },
    binDays: 7,
    previewDays: 30,
  });
});

test.for([
  ['{ content: { binDays: 0 } }', 'content.binDays'],
  ['{ content: { previewDays: 1.5 } }', 'content.previewDays'],
  ['{ content: { history: { maxRevisions: 10001 } } }', 'content.history.maxRevisions'],
  ['{ content: { history: { days: 3 } } }', 'content.history'],
] as const)('rejects %s naming the setting', async ([choices, name]) => {
  await expect(loadConfig({}, await givenFolder(choices))).rejects.toThrow(`${name} is invalid`);
});

test('media settings keep unused files a day and removed ones thirty days', async () => {
  const { site } = await loadConfig({}, '/nonexistent');
  expect(site.media).toEqual({ reservedHours: 24, removedDays: 30 });
  expect(MediaChoices.parse({ removedDays: 7 })).toEqual({ reservedHours: 24, removedDays: 7 });
});

test.for([{ reservedHours: 0 }, { reservedHours: 1.5 }, { removedDays: 0 }, { removedDays: 4000 }, { days: 3 }])(
  'rejects media settings %j',
  (choices) => {
    expect(MediaChoices.safeParse(choices).success).toBe(false);
  },
);

async function givenFolder(choices: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-content-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'kawaraban.config.ts'), `export default ${choices};\n`);
  return folder;
}

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
