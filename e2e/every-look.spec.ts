import { expect, test, unchangedBaseURL } from './fixtures.ts';
import { findPageProblems } from './looks.ts';

test.use({ baseURL: unchangedBaseURL });

const page = (lang: string) => `<!doctype html><html lang="${lang}"><head><title>Title</title><style>
  body { background: #fff; color: #000 }
  .narrow { display: none }
  .wide { width: 1300px; height: 1px }
  .scrolls { overflow: auto }
  @media (max-width: 400px) {
    .narrow { display: block; color: #ccc }
    .wide { width: 100px }
    .scrolls { width: 100px; height: 20px; white-space: nowrap }
  }
  @media (max-width: 330px) { .wide { width: 360px } }
  @media (prefers-color-scheme: dark) { .dark { color: #ddd } .narrow { color: #eee } }
</style></head><body><main><h1>Heading</h1><p class="dark">Dark</p><p class="wide"></p>
<button class="narrow"></button><p class="narrow">Narrow</p>
<div class="scrolls">One long line that needs more than a hundred pixels</div><img src="data:,"></main></body></html>`;

test('every look is checked for what can go wrong in it', { tag: '@extended' }, async ({ page: shown }) => {
  const problemsOf = async (lang: string) => {
    await shown.setContent(page(lang));
    return (await findPageProblems(shown, lang)).map((problem) => problem.replace(/(: [a-z-]+): .*/, '$1'));
  };
  const anyLanguage = [
    expect.stringMatching(/^.., light: image-alt$/),
    expect.stringMatching(/^.., 1280 px: \d+ px wider than the screen$/),
    expect.stringMatching(/^.., 320 px: \d+ px wider than the screen$/),
  ];
  expect(await problemsOf('ja')).toEqual(anyLanguage);
  const english = await problemsOf('en');
  expect(english).toEqual(expect.arrayContaining(anyLanguage));
  expect(english).toEqual(
    expect.arrayContaining([
      'en, dark: color-contrast',
      'en, 390 px, dark: color-contrast',
      'en, 390 px, light: color-contrast',
      'en, 390 px, light: button-name',
      'en, 390 px: scrollable-region-focusable',
    ]),
  );
});
