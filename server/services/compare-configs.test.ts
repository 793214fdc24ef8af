import { expect, test } from 'vitest';
import { compareConfigs } from './compare-configs.ts';

const stored = { mediaUploadSizeLimitMBImage: 7, mediaUploadImageSizes: ['10x10'] };

test('what is absent stays', () => {
  expect(compareConfigs(stored, {})).toEqual({ set: {}, unset: [] });
  expect(compareConfigs(stored, { outerSiteUrl: undefined })).toEqual({ set: {}, unset: [] });
});

test('what is stored already is not written again, and what differs is', () => {
  const asked = { mediaUploadSizeLimitMBImage: 7, mediaUploadImageSizes: ['10x10', '20x20'], outerSiteUrl: '' };
  expect(compareConfigs(stored, asked)).toEqual({
    set: { mediaUploadImageSizes: ['10x10', '20x20'], outerSiteUrl: '' },
    unset: [],
  });
});

test('null gives a setting its default back, if it was set', () => {
  const asked = { mediaUploadSizeLimitMBImage: null, outerSiteUrl: null };
  expect(compareConfigs(stored, asked)).toEqual({ set: {}, unset: ['mediaUploadSizeLimitMBImage'] });
});
