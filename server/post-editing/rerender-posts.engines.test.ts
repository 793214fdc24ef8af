import { expect, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { invalid } from '../http/errors.ts';
import { type BodySource, renderBody } from '../rendering/render-body.ts';
import { renderMarkdown } from '../rendering/render-markdown.ts';
import { RENDER_VERSION } from '../rendering/renderer.ts';
import { rerenderPosts } from './rerender-posts.ts';

test('rerenders outdated posts in batches, logs failures once', async () => {
  const database = await testDatabase();
  const bodies = [...Array.from({ length: 45 }, (_, index) => `Post *${index}*`), 'bad', 'bad'];
  for (const body of bodies) await givenPost({ database }, { body });
  await database.writer.updateTable('posts').set({ renderVersion: 0, bodyHtml: 'old' }).execute();
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  const renderer = {
    render: async (source: BodySource) => {
      if (source.body === 'bad') throw invalid({ body: 'Too complex' });
      return renderBody(source);
    },
    close: async () => {},
  };
  expect(await rerenderPosts({ database, renderer, clock: testClock(), log })).toBe(45);
  const rows = await database.reader.selectFrom('posts').select(['body', 'bodyHtml', 'renderVersion']).execute();
  const marks = await database.reader.selectFrom('staticFiles').select('generation').execute();
  expect(marks.filter(({ generation }) => generation === 2)).toHaveLength(45);
  for (const { body, bodyHtml, renderVersion } of rows) {
    expect([bodyHtml, renderVersion]).toEqual(
      body === 'bad' ? ['old', 0] : [(await renderMarkdown(body)).html, RENDER_VERSION],
    );
  }
  expect(logged.map(({ level, msg }) => [level, msg])).toEqual([
    ['warn', 're-rendering post failed'],
    ['warn', 're-rendering post failed'],
  ]);
});
