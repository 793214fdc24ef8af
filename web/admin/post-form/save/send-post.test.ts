import { expect, test } from 'vitest';
import { emptyValues } from '../post-form-values.ts';
import { publishQuestion } from './send-post.ts';

const now = new Date('2026-11-01T12:00');

test.for([
  ['no publish time', '', false],
  ['a publish time in the past', '2026-11-01T11:59', false],
  ['the present as publish time', '2026-11-01T12:00', false],
  ['a publish time in the future', '2026-11-01T12:01', true],
] as const)('%s decides whether a post is scheduled', ([, publishAt, isScheduled]) => {
  expect(publishQuestion({ ...emptyValues('', 'text'), publishAt }, now).isScheduled).toBe(isScheduled);
});

test('describes the post as it will be saved', () => {
  const values = { ...emptyValues('', 'rawHtml'), title: ' A tour ', slug: ' tour ', body: ' <p>Text</p>' };
  expect(publishQuestion(values, now)).toMatchObject({
    title: 'A tour',
    slug: 'tour',
    body: ' <p>Text</p>',
    bodyFormat: 'html',
  });
});

test('lists each image once, the thumbnail last', () => {
  const file = (fileId: string) => ({ fileId, mimeType: 'image/png', caption: '' });
  const values = { ...emptyValues('', 'text'), images: [file('one'), file('two')] };
  expect(publishQuestion({ ...values, thumbnail: file('two') }, now).images).toEqual(['one', 'two']);
  expect(publishQuestion({ ...values, thumbnail: file('three') }, now).images).toEqual(['one', 'two', 'three']);
});
