import { expect, test } from 'vitest';
import { compareConfigs } from './service-configs.ts';

const stored = { mediaUploadSizeLimitMBImage: 7, mediaUploadImageSizes: ['10x10'] };

test('missing values stay unchanged', () => {
  expect(compareConfigs(stored, {})).toEqual({ set: {}, unset: [] });
  expect(compareConfigs(stored, { outerSiteUrl: undefined })).toEqual({ set: {}, unset: [] });
});

test('writes only values that differ', () => {
  const asked = { mediaUploadSizeLimitMBImage: 7, mediaUploadImageSizes: ['10x10', '20x20'], outerSiteUrl: '' };
  expect(compareConfigs(stored, asked)).toEqual({
    set: { mediaUploadImageSizes: ['10x10', '20x20'], outerSiteUrl: '' },
    unset: [],
  });
});

test('null resets a stored setting', () => {
  const asked = { mediaUploadSizeLimitMBImage: null, outerSiteUrl: null };
  expect(compareConfigs(stored, asked)).toEqual({ set: {}, unset: ['mediaUploadSizeLimitMBImage'] });
});
