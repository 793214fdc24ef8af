import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultServiceConfigs, ServiceConfigs, ServiceConfigsInput } from './service-configs.ts';

test('default settings are valid input and complete', () => {
  expect(ServiceConfigsInput.parse(defaultServiceConfigs)).toEqual(defaultServiceConfigs);
  expect(ServiceConfigs.parse(defaultServiceConfigs)).toEqual(defaultServiceConfigs);
  expect(Object.keys(ServiceConfigsInput.shape)).toEqual(Object.keys(ServiceConfigs.shape));
});

test('settings parse alike from form text and typed values', () => {
  const asForm = Object.fromEntries(Object.entries(defaultServiceConfigs).map(([key, value]) => [key, String(value)]));
  expect(ServiceConfigsInput.parse(asForm)).toEqual(defaultServiceConfigs);
});

test('every accepted setting is a valid response value', () => {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.string(),
    fc.integer(),
    fc.webUrl(),
    fc.constantFrom('7', ' 7 ', '', null),
  );
  const settings = fc.record(Object.fromEntries(Object.keys(defaultServiceConfigs).map((key) => [key, anything])), {
    requiredKeys: [],
  });
  fc.assert(
    fc.property(settings, (given) => {
      const parsed = ServiceConfigsInput.safeParse(given);
      if (!parsed.success) return;
      const set = Object.entries(parsed.data).filter(([, value]) => value !== null);
      expect(ServiceConfigs.partial().safeParse(Object.fromEntries(set)).success).toBe(true);
    }),
    { numRuns: 500 },
  );
});

const rejected: [keyof ServiceConfigs, ...unknown[]][] = [
  [
    'outerSiteUrl',
    'example.com',
    'ftp://example.com/',
    'javascript:alert(1)',
    'https://',
    'https://a b',
    5,
    'x'.repeat(2001),
  ],
  ['outerSiteUrl', 'https://example.com/\u0000', 'https://example.com/\ud800', 'https://exa\nmple.com'],
  ['frontendPostDetailUrlPrefix', '/posts', '//example.com', []],
  ['mediaUploadAcceptMimetypesImage', 'application/pdf', 'image/', 'image', 'image/*', 'IMAGE/PNG', 'image/svg+xml', 3],
  [
    'mediaUploadAcceptMimetypesImage',
    Array.from({ length: 51 }, (_, index) => `image/x${index}`),
    `image/${'x'.repeat(95)}`,
  ],
  ['mediaUploadAcceptMimetypesImage', 'image/heic', 'image/tiff', ['image/png', 'image/bmp']],
  ['mediaUploadAcceptMimetypesFile', 'pdf', 'application/pdf;q=1', 'application+x/pdf', ['application/pdf', null]],
  ['mediaUploadAcceptMimetypesFile', 'image/heic', ['application/pdf', 'image/tiff']],
  ['mediaUploadImageSizes', '100', '100x', '0x0', '100x100xaa', '100x100X', '100000x1', '-1x1', '１００x１００'],
  [
    'mediaUploadSizeLimitMBImage',
    '',
    ' ',
    '0',
    0,
    201,
    '201',
    -1,
    1.5,
    '1.5',
    '1e1',
    '0x10',
    '５',
    true,
    [5],
    {},
    Number.NaN,
  ],
  ['mediaUploadSizeLimitMBFile', 2049, '2049', '9'.repeat(400), Number.POSITIVE_INFINITY],
  ['commentDefaultPublishStatus', '', 'unconfirmed', 'PUBLISH', 1],
  ['commentBlockedWords', ['', 'x'], ['x'.repeat(101)], Array.from({ length: 201 }, (_, i) => `${i}`), ['x', ' x'], 5],
  ['commentMaxLinks', '', -1, 21, '21', 0.5, true, [1]],
  ['commentProofOfWork', '', 'yes', 'TRUE', 0, 1, [true]],
];

test.for(rejected)('%s rejects invalid values under its own name', ([key, ...values]) => {
  for (const value of values) {
    const { error } = ServiceConfigsInput.safeParse({ [key]: value });
    const names = error?.issues.map(({ path }) => path[0]);
    expect([...new Set(names)], JSON.stringify(value)).toEqual([key]);
  }
});

const accepted: [keyof ServiceConfigs, given: unknown, read: unknown][] = [
  ['outerSiteUrl', ' https://example.com/ja/ ', 'https://example.com/ja/'],
  ['outerSiteUrl', 'HTTP://localhost:3000', 'HTTP://localhost:3000'],
  ['outerSiteUrl', 'https://例え.jp/記事', 'https://例え.jp/記事'],
  ['outerSiteUrl', '', ''],
  ['mediaUploadImageSizes', '1200x1200, 400x400xs,', ['1200x1200', '400x400xs']],
  ['mediaUploadAcceptMimetypesImage', 'image/webp,image/avif', ['image/webp', 'image/avif']],
  ['mediaUploadAcceptMimetypesFile', '', []],
  ['mediaUploadAcceptMimetypesFile', 'image/svg+xml, image/bmp', ['image/svg+xml', 'image/bmp']],
  ['mediaUploadSizeLimitMBImage', ' 200 ', 200],
  ['mediaUploadSizeLimitMBImage', '007', 7],
  ['mediaUploadSizeLimitMBFile', 2048, 2048],
  ['commentDefaultPublishStatus', 'unconfirm', 'unconfirm'],
  ['commentDefaultPublishStatus', null, null],
  ['commentBlockedWords', 'casino,カジノ', ['casino', 'カジノ']],
  ['commentBlockedWords', ['a, b'], ['a, b']],
  ['commentMaxLinks', '0', 0],
  ['commentProofOfWork', 'false', false],
];

test.for(accepted)('%s reads %j as %j', ([key, given, read]) => {
  expect(ServiceConfigsInput.parse({ [key]: given })).toEqual({ [key]: read });
});
