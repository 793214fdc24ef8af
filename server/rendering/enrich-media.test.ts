import { expect, test } from 'vitest';
import { cpuCost, cpuGrowth, MAX_LINEAR_GROWTH } from '#testing/cpu-growth.ts';
import { unsafeParts } from '#testing/unsafe-parts.ts';
import { xssVectors } from '#testing/xss-vectors.ts';
import type { FileRow } from '../database/media-tables.ts';
import { toNewFile } from '../media/file.repository.ts';
import { type Enrichment, enrichMedia, pictureIdsIn } from './enrich-media.ts';
import { renderHtml } from './render-body.ts';
import { renderMarkdown } from './render-markdown.ts';

const ID = '01hzx3w7gg8hh9jj0kk1mm2nn3';
const AT = `/media/news/images/${ID}`;
const PLACEHOLDER = 'data:image/webp;base64,UklGRjQAAABXRUJQVlA4ICgAAACQAQCd';

function enrichment(given: Partial<FileRow> = {}, more: Partial<Enrichment> = {}): Enrichment {
  const file: FileRow = {
    ...toNewFile({
      ...{ fileId: ID, serviceId: 'news', fileType: 'image', mimeType: 'image/jpeg' },
      ...{ name: 'stage.jpg', size: 1, createdAt: '2026-11-21T04:43:00Z', createdBy: 'x' },
    }),
    ...{ uploadedAt: '2026-11-21T04:43:00Z', width: 1500, height: 1000 },
    ...given,
  };
  const sizes = ['1200x1200', '800x800', '400x400', '400x400xs'];
  return { serviceId: 'news', mediaUrl: '/media', sizes, files: new Map([[ID, file]]), ...more };
}

const srcSet = `${AT}/400x400.jpg 400w, ${AT}/800x800.jpg 800w, ${AT}/1200x1200.jpg 1200w, ${AT}/raw.jpg 1500w`;

test('library image gets srcset, dimensions, alt text and placeholder', async () => {
  const { html } = await renderMarkdown(`![](${AT}/800x800.jpg)`);
  const words = { altEn: 'A "stage" & more', placeholder: PLACEHOLDER };
  expect(enrichMedia(html, enrichment(words))).toBe(
    `<p><img src="${AT}/800x800.jpg" alt="A &quot;stage&quot; &amp; more" loading="lazy" decoding="async" ` +
      `srcset="${srcSet}" sizes="(max-width: 736px) 100vw, 736px" width="800" height="533" ` +
      `style="background: url(${PLACEHOLDER}) center / 100% 100% no-repeat"></p>`,
  );
});

test('image keeps attributes set by the author', async () => {
  const own = `<img src="${AT}/400x400.jpg" alt="Mine" width="120" height="90" srcset="/a.png 1x" style="width: 50%">`;
  const { html } = await renderHtml(own);
  const enriched = enrichMedia(html, enrichment({ altEn: 'A stage', placeholder: PLACEHOLDER }));
  for (const part of [
    'alt="Mine"',
    'width="120"',
    'height="90"',
    'srcset="/a.png 1x"',
    'style="width: 50%; background:',
  ])
    expect(enriched).toContain(part);
  expect(enriched).not.toContain('sizes=');
});

test.for([
  ['width="300"', 'width="300" height="200"'],
  ['height="100px"', 'height="100px" width="150"'],
  ['width="50%"', 'width="50%"'],
] as const)('image with %s gets %s', async ([given, expected]) => {
  const { html } = await renderHtml(`<img src="${AT}/raw.jpg" ${given}>`);
  const enriched = enrichMedia(html, enrichment());
  expect(enriched.match(/(?:width|height)="[^"]*"/g)?.join(' ')).toBe(expected);
});

test.for([
  ['舞台の写真です。', '舞台'],
  ['A photograph.', 'A stage'],
] as const)('text like %j gets alt text %s', async ([text, alt]) => {
  const { html } = await renderMarkdown(`${text}\n\n![](${AT}/raw.jpg)`);
  expect(enrichMedia(html, enrichment({ altEn: 'A stage', altJa: '舞台' }))).toContain(`alt="${alt}"`);
  const [onlyEn, onlyJa] = [enrichment({ altEn: 'A stage' }), enrichment({ altJa: '舞台' })];
  expect([enrichMedia(html, onlyEn), enrichMedia(html, onlyJa)].map((one) => /alt="(.*?)"/.exec(one)?.[1])).toEqual([
    'A stage',
    '舞台',
  ]);
});

test.for([
  ['舞台の写真です。', '夏'],
  ['A photograph.', 'Summer & more'],
] as const)('text like %j gets the library caption in its language', async ([text, caption]) => {
  const { html } = await renderMarkdown(`${text}\n\n![](${AT}/raw.jpg)`);
  const enriched = enrichMedia(html, enrichment({ captionEn: 'Summer & more', captionJa: '夏' }));
  expect(enriched).toMatch(/<\/p>\n?<figure><img [^>]+><figcaption>[^<]+<\/figcaption><\/figure>$/);
  expect(enriched).toContain(`<figcaption>${caption.replace('&', '&amp;')}</figcaption>`);
});

test('alt text follows the chosen language of the post', async () => {
  const { html } = await renderMarkdown(`A photograph.\n\n![](${AT}/raw.jpg)`);
  const alt = { altEn: 'A stage', altJa: '舞台' };
  expect(enrichMedia(html, enrichment(alt, { language: 'ja' }))).toContain('alt="舞台"');
  expect(enrichMedia(html, enrichment(alt, { language: 'fr' }))).toContain('alt="A stage"');
});

test('post captions override library captions', async () => {
  const { html } = await renderHtml(`<p style="text-align: center"> <img src="${AT}/raw.jpg"> </p>`);
  const captions = new Map([[ID, '<b>Here</b>']]);
  const enriched = enrichMedia(html, enrichment({ captionEn: 'There' }, { captions }));
  expect(enriched).toContain('<figure style="text-align: center"><img ');
  expect(enriched).toContain('<figcaption>&lt;b&gt;Here&lt;/b&gt;</figcaption></figure>');
  expect(enriched).not.toContain('<p');
  expect(enrichMedia(html, enrichment())).not.toContain('figure');
});

test.for([
  `<p>Before <img src="${AT}/raw.jpg"></p>`,
  `<p><img src="${AT}/raw.jpg"> after</p>`,
  `<p><img src="${AT}/raw.jpg"><img src="${AT}/400x400.jpg"></p>`,
  `<p><em></em><img src="${AT}/raw.jpg"></p>`,
  `<img src="${AT}/raw.jpg">`,
  `<figure><img src="${AT}/raw.jpg"><figcaption>Mine</figcaption></figure>`,
  `<figure><p><img src="${AT}/raw.jpg"></p><figcaption>Mine</figcaption></figure>`,
])('image with other content or in a figure stays: %s', async (source) => {
  const { html } = await renderHtml(source);
  const enriched = enrichMedia(html, enrichment({ captionEn: 'Summer' }));
  expect(enriched).toContain('srcset=');
  expect(enriched.replaceAll(/<img[^>]*>/g, '<img>')).toBe(html.replaceAll(/<img[^>]*>/g, '<img>'));
});

test('image after an existing figure gets its own figure', async () => {
  const picture = `<p><img src="${AT}/raw.jpg"></p>`;
  const { html } = await renderHtml(`<figure>${picture}</figure>${picture}`);
  expect(enrichMedia(html, enrichment({ captionEn: 'Summer' })).match(/<figcaption>/g)).toHaveLength(1);
});

test('outdated image addresses are replaced by current ones', async () => {
  const { html } = await renderMarkdown(`![x](${AT}/640x640.jpg?v=1) ![y](${AT}/800x800.webp#top)`);
  const enriched = enrichMedia(html, enrichment({ version: 2 }));
  expect([...enriched.matchAll(/ src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
    `${AT}/raw.jpg?v=2`,
    `${AT}/800x800.jpg?v=2`,
  ]);
});

test('image addresses match with and without the configured media URL', async () => {
  const absolute = enrichment({}, { mediaUrl: 'https://media.example/m' });
  const { html } = await renderMarkdown(`![x](https://media.example/m/news/images/${ID}/raw.jpg) ![y](${AT}/raw.jpg)`);
  expect(pictureIdsIn(html, absolute)).toEqual([ID]);
  expect(enrichMedia(html, absolute).match(/ src="https:\/\/media\.example\/m\/news/g)).toHaveLength(2);
});

test.for([
  `<img src="https://elsewhere.example${AT}/raw.jpg" alt="x">`,
  `<img src="/media/other/images/${ID}/raw.jpg" alt="x">`,
  `<img src="/media/news/images/${'0'.repeat(26)}/raw.jpg" alt="x">`,
  `<img src="/media/news/docs/${ID}.jpg" alt="x">`,
  `<img src="${AT}" alt="x">`,
  `<img src="${AT}/raw.jpg/more" alt="x">`,
  `<img alt="${AT}/raw.jpg">`,
  `<a href="${AT}/raw.jpg">${AT}/raw.jpg</a>`,
  `<p title="&#x3C;img src=${AT}/raw.jpg>">x</p>`,
  `<video src="${AT}/raw.jpg"></video>`,
  `<pre><code>&#x3C;img src="${AT}/raw.jpg"></code></pre>`,
])('other markup stays unchanged: %s', async (source) => {
  const { html } = await renderHtml(source);
  expect(enrichMedia(html, enrichment())).toBe(html);
});

test.for([{ isWithdrawn: 1 }, { uploadedAt: null }, { fileType: 'file' }, { width: null }] as const)(
  'image that cannot be shown stays unchanged: %j',
  async (given) => {
    const { html } = await renderMarkdown(`![x](${AT}/raw.jpg)`);
    expect(enrichMedia(html, enrichment(given))).toBe(html);
  },
);

test.for([
  'data:image/png;base64,AAAA',
  'data:image/webp;base64,UklGRjAAAABXRUJQVlA4WAoAAAAQAAAA',
  'x) center; background-image: url(https://evil.example/',
  '"><script>alert(1)</script>',
  `${PLACEHOLDER}") url(https://evil.example`,
])('transparent or invalid placeholder is omitted: %s', async (placeholder) => {
  const { html } = await renderMarkdown(`![x](${AT}/raw.jpg)`);
  const enriched = enrichMedia(html, enrichment({ placeholder }));
  expect(enriched).toContain('srcset=');
  expect(enriched).not.toContain('style=');
});

test('captions and attributes cannot break out of their quotes', async () => {
  const attacks = [
    `<p title='<img src=' lang=' alt=' id='" onerror="alert(1)'>x</p><img src="${AT}/raw.jpg">`,
    `<p title="<img src=&quot;${AT}/raw.jpg&quot; onerror=alert(1)>">x</p>`,
    `<img src="${AT}/raw.jpg" alt='" onerror="alert(1)'>`,
    `<img src='${AT}/raw.jpg?"onerror="alert(1)'>`,
    `<img src='${AT}/raw.jpg#"><script>alert(1)</script>'>`,
  ];
  const words = { altEn: '"><script>alert(1)</script>', captionEn: '</figcaption><script>alert(1)</script>' };
  for (const attack of [...attacks, ...xssVectors.map((vector) => `${vector}<p><img src="${AT}/raw.jpg"></p>`)]) {
    const { html } = await renderHtml(attack);
    expect(unsafeParts(enrichMedia(html, enrichment(words))), attack).toEqual([]);
  }
});

test('rest of a page with unknown markup stays unchanged', () => {
  const page = `<IMG SRC=x><img src="${AT}/raw.jpg">`;
  expect(enrichMedia(page, enrichment())).toBe(page);
});

test('enriching a long text takes linear time', async () => {
  const part = `## A heading\n\n${'Some *text* with `code`. '.repeat(8)}\n\n![](${AT}/800x800.jpg)`;
  const { html } = await renderMarkdown(part);
  const enrich = (count: number) => enrichMedia(html.repeat(count), enrichment());
  expect(cpuGrowth(enrich, 60)).toBeLessThan(MAX_LINEAR_GROWTH);
  const plain = html.replaceAll(AT, '/other').repeat(500);
  const enrichAll = (page: string) => cpuCost(() => enrichMedia(page, enrichment()));
  expect(enrichAll(plain)).toBeLessThan(enrichAll(html.repeat(500)) / 5);
  expect(pictureIdsIn(html.repeat(500), enrichment())).toEqual([ID]);
});

const manyImages = `<img src="${AT}/800x800.jpg">`.repeat(16_000);
const longTexts = { altEn: '"'.repeat(500), placeholder: PLACEHOLDER };

test('only the first 200 images are enriched', () => {
  const html = manyImages.slice(0, 300 * (AT.length + 24));
  const enriched = enrichMedia(html, enrichment());
  expect(enriched.match(/<img [^>]*srcset=/g)).toHaveLength(200);
  expect(enriched.slice(-24)).toBe(html.slice(-24));
  expect(pictureIdsIn(html + html.replaceAll(ID, '0'.repeat(26)), enrichment())).toEqual([ID]);
});

test('enriching adds at most 300,000 characters', () => {
  for (const [maxAdded, most] of [
    [undefined, 300_000],
    [9_000_000, 300_000],
    [40_000, 40_000],
  ] as const) {
    const added =
      enrichMedia(manyImages, enrichment(longTexts, { ...(maxAdded && { maxAdded }) })).length - manyImages.length;
    expect(added).toBeLessThanOrEqual(most);
    expect(added).toBeGreaterThan(most * 0.9);
  }
  expect(enrichMedia(manyImages, enrichment(longTexts, { maxAdded: 0 }))).toBe(manyImages);
  const enrich = (count: number) =>
    enrichMedia(manyImages.slice(0, (count * manyImages.length) / 16_000), enrichment(longTexts));
  expect(cpuGrowth(enrich, 2000)).toBeLessThan(MAX_LINEAR_GROWTH);
  const apart = `<p><img src="${AT}/800x800.jpg"></p>`.repeat(1000);
  const added = enrichMedia(apart, enrichment({ captionEn: '"'.repeat(1000) })).length - apart.length;
  expect(added).toBeLessThanOrEqual(300_000);
  expect(added).toBeGreaterThan(290_000);
});

test('only the first 200 images are looked up', () => {
  const ids = Array.from({ length: 300 }, (_, at) => String(at).padStart(26, '0'));
  const html = ids.map((id) => `<img src="/media/news/images/${id}/raw.jpg">`).join('');
  expect(pictureIdsIn(html, enrichment())).toEqual(ids.slice(0, 200));
});
