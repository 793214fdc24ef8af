import { expect, test } from 'vitest';
import { z } from 'zod';
import { TagChoice } from '#contract/admin-posts.ts';
import { ServiceConfigsInput } from '#contract/service-configs.ts';
import { invalidBySchema } from './errors.ts';

function errorsOf(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value, { reportInput: true });
  return error && invalidBySchema(error).body.errors;
}

test('errors of nested fields contain their path', () => {
  const schema = z.object({ tags: z.array(TagChoice), configs: ServiceConfigsInput.partial() });
  const tags = [{ label: 'Ink' }, { label: '' }, { label: 'x'.repeat(129) }, { label: 'x'.repeat(129) }];
  const limit = { rule: 'atMost', count: 128, of: 'characters' };
  expect(errorsOf(schema, { tags, configs: { outerSiteUrl: 'x' } })).toEqual([
    { field: 'label', message: 'empty values not allowed', path: 'tags[1].label' },
    { field: 'label', message: 'InvalidInput', path: 'tags[2].label', limit },
    { field: 'label', message: 'InvalidInput', path: 'tags[3].label', limit },
    { field: 'outer_site_url', message: 'InvalidInput', path: 'configs.outerSiteUrl' },
  ]);
});

test.for<[name: string, rule: z.ZodType, value: unknown, limit: object]>([
  ['no more than', z.string().max(2), 'abc', { rule: 'atMost', count: 2, of: 'characters' }],
  ['fewer than', z.number().lt(2), 2, { rule: 'lessThan', count: 2, of: 'number' }],
  ['at least', z.array(z.string()).min(2), [], { rule: 'atLeast', count: 2, of: 'items' }],
  ['more than', z.number().gt(2), 2, { rule: 'moreThan', count: 2, of: 'number' }],
  ['exactly', z.string().length(2), 'abc', { rule: 'exactly', count: 2, of: 'characters' }],
])('errors of bounds contain the limit: %s', ([, rule, value, limit]) => {
  expect(errorsOf(z.object({ value: rule }), { value })).toEqual([{ field: 'value', message: 'InvalidInput', limit }]);
});

test('settings sent as text report their limit', () => {
  expect(errorsOf(ServiceConfigsInput, { mediaUploadSizeLimitMBImage: '201' })).toEqual([
    {
      field: 'media_upload_size_limit_m_b_image',
      message: 'InvalidInput',
      limit: { rule: 'atMost', count: 200, of: 'number' },
    },
  ]);
});
