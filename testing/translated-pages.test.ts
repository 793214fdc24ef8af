import { expect, test } from 'vitest';
import { isCurrent, isLinkedBothWays, translatedPages } from './translated-pages.ts';

test('guide, operations and README exist in both languages and link to each other', async () => {
  const pages = await translatedPages();
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((page) => !isLinkedBothWays(page)).map(({ english }) => english)).toEqual([]);
});

test('no Japanese page is older than its English page', async () => {
  const pages = await translatedPages();
  const older = pages.filter((page) => !isCurrent(page)).map(({ japanese }) => japanese);
  expect(older, 'See “Translations” in CONTRIBUTING.md').toEqual([]);
});

test('README has the same commands in both languages', async () => {
  const [readme] = await translatedPages();
  const commandsIn = (text = '') => text.match(/```sh\n[\s\S]+?\n```/g);
  expect(commandsIn(readme?.japaneseText)).toEqual(commandsIn(readme?.englishText));
  expect(commandsIn(readme?.englishText)?.slice(0, 2)).toEqual([
    '```sh\nnpm ci && npm start\n```',
    '```sh\nnpm ci && npm test\n```',
  ]);
});
