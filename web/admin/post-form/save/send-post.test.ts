import { expect, test } from 'vitest';
import { emptyValues } from '../post-form-values.ts';
import { publishQuestion } from './send-post.ts';

test('describes the post as it will be saved', () => {
  const values = { ...emptyValues('', 'rawHtml'), title: ' A tour ', slug: ' tour ', body: ' <p>Text</p>' };
  expect(publishQuestion(values)).toMatchObject({
    title: 'A tour',
    slug: 'tour',
    body: ' <p>Text</p>',
    bodyFormat: 'html',
  });
});

test('lists each image once, the thumbnail last', () => {
  const file = (fileId: string) => ({ fileId, mimeType: 'image/png', caption: '' });
  const values = { ...emptyValues('', 'text'), images: [file('one'), file('two')] };
  expect(publishQuestion({ ...values, thumbnail: file('two') }).images).toEqual(['one', 'two']);
  expect(publishQuestion({ ...values, thumbnail: file('three') }).images).toEqual(['one', 'two', 'three']);
});
