import { expect, test } from 'vitest';
import { ServiceChange, ServiceCreation } from '#contract/admin-services.ts';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import {
  defaultTexts,
  fieldsInOrder,
  newServiceValues,
  type ServiceFormValues,
  serviceErrors,
  serviceValues,
  toServiceChange,
  toServiceUpdate,
} from './service-form-values.ts';

const values: ServiceFormValues = { ...newServiceValues(defaultTexts([])), serviceId: 'news', label: 'News' };

test('new service starts with defaults as text', () => {
  expect(values.mediaUploadImageSizes).toBe('1200x1200, 800x800, 400x400, 400x400xs');
  expect(values.mediaUploadSizeLimitMBImage).toBe('20');
  expect(values.commentDefaultPublishStatus).toBe('unpublish');
  expect(errorsOf(values)).toEqual({});
});

test('defaults come from the installation', () => {
  const defaults = defaultTexts([
    { configName: 'mediaUploadSizeLimitMBImage', configVal: 9 },
    { configName: 'mediaUploadImageSizes', configVal: ['10x10', '20x20xs'] },
    { configName: 'commentProofOfWork', configVal: true },
  ]);
  expect(defaults).toMatchObject({
    ...{ mediaUploadSizeLimitMBImage: '9', mediaUploadImageSizes: '10x10, 20x20xs', commentProofOfWork: 'true' },
    ...{ commentMaxLinks: '2', siteDescription: '' },
  });
});

test('field order follows the screen and is complete', () => {
  const { post, comment, revision, ...fields } = values;
  expect([post, comment, revision]).toEqual([true, false, 0]);
  expect([...fieldsInOrder].sort()).toEqual(Object.keys(fields).sort());
});

test('form values satisfy the contract', () => {
  const body = toServiceChange({ ...values, comment: true });
  expect(ServiceChange.parse(body)).toMatchObject({ functions: ['post', 'comment'], configs: defaultServiceConfigs });
  expect(ServiceCreation.parse({ serviceId: 'news', ...body }).label).toBe('News');
});

test('update contains changed fields only', () => {
  const change = { label: 'Town', commentMaxLinks: '3', siteAccentColor: '#000000' };
  expect(toServiceUpdate({ ...values, ...change, comment: true }, change)).toEqual({
    label: 'Town',
    configs: { commentMaxLinks: '3', siteAccentColor: '#000000' },
  });
  expect(toServiceUpdate({ ...values, comment: true }, { comment: true })).toEqual({ functions: ['post', 'comment'] });
  // Settings of disabled functions do not change.
  expect(toServiceUpdate({ ...values, commentMaxLinks: '3' }, { commentMaxLinks: '3' })).toEqual({});
});

test("disabled functions' settings are neither sent nor validated", () => {
  const off = { ...values, post: false, comment: false, outerSiteUrl: 'nowhere', commentDefaultPublishStatus: '' };
  expect(toServiceChange(off)).toEqual({
    label: 'News',
    functions: [],
    configs: {
      siteDescription: '',
      siteLogoUrl: '',
      siteAccentColor: '',
      siteLanguage: 'en',
      siteDarkLogoUrl: '',
      siteFaviconUrl: '',
      siteListLayout: 'text',
      siteFonts: 'system',
      siteHeaderLinks: [],
      siteFooterLinks: [],
      siteFooterText: '',
    },
  });
  expect(errorsOf(off)).toEqual({});
});

test("fields follow the contract's rules", () => {
  const wrong = {
    serviceId: 'News',
    label: 'x'.repeat(201),
    comment: true,
    outerSiteUrl: 'ftp://example.com',
    frontendPostDetailUrlPrefix: 'example.com',
    mediaUploadAcceptMimetypesImage: 'image/png, text/html',
    mediaUploadImageSizes: '800',
    mediaUploadSizeLimitMBImage: '201',
    mediaUploadAcceptMimetypesFile: 'pdf',
    mediaUploadSizeLimitMBFile: '2.5',
    commentDefaultPublishStatus: '',
    commentBlockedWords: `casino\n${'x'.repeat(101)}`,
    commentMaxLinks: '21',
    commentProofOfWork: 'perhaps',
    siteDescription: 'x'.repeat(301),
    siteLogoUrl: '//example.com/logo.png',
    siteAccentColor: 'red',
  };
  const fieldErrors = errorsOf({ ...values, ...wrong });
  const { comment, ...fields } = wrong;
  expect(fieldErrors).toEqual(Object.fromEntries(Object.keys(fields).map((name) => [name, `services.error.${name}`])));
});

test('blocked words are separated by lines, not commas', () => {
  const service = {
    ...{ serviceId: 'news', label: 'News', functions: ['comment' as const] },
    ...{ revision: 1, createdAt: '2026-11-21T00:00:00Z', updatedAt: null },
    configs: { ...defaultServiceConfigs, commentBlockedWords: ['casino', 'now, or never'], commentProofOfWork: true },
  };
  const shown = serviceValues(service);
  expect(shown).toMatchObject({ commentBlockedWords: 'casino\nnow, or never', commentProofOfWork: 'true' });
  const typed = { ...shown, commentBlockedWords: `${shown.commentBlockedWords}\n\n  カジノ \ncasino` };
  expect(errorsOf(typed)).toEqual({});
  const { configs } = ServiceChange.parse(toServiceChange(typed));
  expect(configs).toMatchObject({
    ...{ commentBlockedWords: ['casino', 'now, or never', 'カジノ'], commentMaxLinks: 2, commentProofOfWork: true },
  });
});

test('number of blocked words is limited', () => {
  const words = Array.from({ length: 200 }, (_, index) => `word-${index}`);
  const on = { ...values, comment: true };
  expect(errorsOf({ ...on, commentBlockedWords: words.join('\n') })).toEqual({});
  expect(errorsOf({ ...on, commentBlockedWords: ['one-more', ...words].join('\n') })).toEqual({
    commentBlockedWords: 'services.error.commentBlockedWords',
  });
});

test('rejects image types that uploads never accept', () => {
  const never = {
    mediaUploadAcceptMimetypesImage: 'image/png, image/heic',
    mediaUploadAcceptMimetypesFile: 'image/tiff',
  };
  expect(Object.keys(errorsOf({ ...values, ...never }))).toEqual(Object.keys(never));
  const svg = { mediaUploadAcceptMimetypesFile: 'application/pdf, image/svg+xml' };
  expect(errorsOf({ ...values, ...svg })).toEqual({});
});

test('ID and label are required', () => {
  expect(errorsOf({ ...values, serviceId: '', label: '  ' })).toEqual({
    serviceId: 'rule.required',
    label: 'rule.required',
  });
});

test('shows an existing service', () => {
  const service = {
    ...{ serviceId: 'news', label: 'News', functions: ['comment' as const] },
    ...{ revision: 1, createdAt: '2026-11-21T00:00:00Z', updatedAt: null },
    configs: { ...defaultServiceConfigs, mediaUploadImageSizes: ['10x10'], mediaUploadSizeLimitMBFile: 2048 },
  };
  expect(serviceValues(service)).toMatchObject({
    ...{ post: false, comment: true, mediaUploadImageSizes: '10x10', mediaUploadSizeLimitMBFile: '2048' },
  });
});

function errorsOf(of: ServiceFormValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(serviceErrors).flatMap(([name, check]) => {
      const fieldError = check(of);
      return fieldError ? [[name, fieldError]] : [];
    }),
  );
}
