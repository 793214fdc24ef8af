import { expect, test } from 'vitest';
import { ServiceChange, ServiceCreation } from '#contract/admin-services.ts';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import {
  defaultTexts,
  fieldsInOrder,
  newServiceValues,
  type ServiceFormValues,
  serviceFaults,
  serviceValues,
  toServiceChange,
  toServiceUpdate,
} from './service-form-values.ts';

const values: ServiceFormValues = { ...newServiceValues(defaultTexts([])), serviceId: 'news', label: 'News' };

test('a new service begins with the defaults as text', () => {
  expect(values.mediaUploadImageSizes).toBe('1200x1200, 800x800, 400x400, 400x400xs');
  expect(values.mediaUploadSizeLimitMBImage).toBe('5');
  expect(values.commentDefaultPublishStatus).toBe('unpublish');
  expect(faultsOf(values)).toEqual({});
});

test('the installation says what the defaults are', () => {
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

test('fields are gone through in the order of the screen, and none is forgotten', () => {
  const { post, comment, revision, ...fields } = values;
  expect([post, comment, revision]).toEqual([true, false, 0]);
  expect([...fieldsInOrder].sort()).toEqual(Object.keys(fields).sort());
});

test('what the form sends is what the contract takes', () => {
  const body = toServiceChange({ ...values, comment: true });
  expect(ServiceChange.parse(body)).toMatchObject({ functions: ['post', 'comment'], configs: defaultServiceConfigs });
  expect(ServiceCreation.parse({ serviceId: 'news', ...body }).label).toBe('News');
});

test('an update names the changed fields only', () => {
  const change = { label: 'Town', commentMaxLinks: '3', siteAccentColor: '#000000' };
  expect(toServiceUpdate({ ...values, ...change, comment: true }, change)).toEqual({
    label: 'Town',
    configs: { commentMaxLinks: '3', siteAccentColor: '#000000' },
  });
  expect(toServiceUpdate({ ...values, comment: true }, { comment: true })).toEqual({ functions: ['post', 'comment'] });
  // Settings of a function that is off stay.
  expect(toServiceUpdate({ ...values, commentMaxLinks: '3' }, { commentMaxLinks: '3' })).toEqual({});
});

test('settings of a function that is off are neither sent nor checked', () => {
  const off = { ...values, post: false, comment: false, outerSiteUrl: 'nowhere', commentDefaultPublishStatus: '' };
  expect(toServiceChange(off)).toEqual({
    label: 'News',
    functions: [],
    configs: { siteDescription: '', siteLogoUrl: '', siteAccentColor: '' },
  });
  expect(faultsOf(off)).toEqual({});
});

test('each field is held to the contract’s rule', () => {
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
  const faults = faultsOf({ ...values, ...wrong });
  const { comment, ...fields } = wrong;
  expect(faults).toEqual(Object.fromEntries(Object.keys(fields).map((name) => [name, `services.fault.${name}`])));
});

test('blocked words stand a line each, and may hold commas', () => {
  const service = {
    ...{ serviceId: 'news', label: 'News', functions: ['comment' as const] },
    ...{ revision: 1, createdAt: '2026-11-21T00:00:00Z', updatedAt: null },
    configs: { ...defaultServiceConfigs, commentBlockedWords: ['casino', 'now, or never'], commentProofOfWork: true },
  };
  const shown = serviceValues(service);
  expect(shown).toMatchObject({ commentBlockedWords: 'casino\nnow, or never', commentProofOfWork: 'true' });
  const typed = { ...shown, commentBlockedWords: `${shown.commentBlockedWords}\n\n  カジノ \ncasino` };
  expect(faultsOf(typed)).toEqual({});
  const { configs } = ServiceChange.parse(toServiceChange(typed));
  expect(configs).toMatchObject({
    ...{ commentBlockedWords: ['casino', 'now, or never', 'カジノ'], commentMaxLinks: 2, commentProofOfWork: true },
  });
});

test('so many words can be blocked and no more', () => {
  const words = Array.from({ length: 200 }, (_, index) => `word-${index}`);
  const on = { ...values, comment: true };
  expect(faultsOf({ ...on, commentBlockedWords: words.join('\n') })).toEqual({});
  expect(faultsOf({ ...on, commentBlockedWords: ['one-more', ...words].join('\n') })).toEqual({
    commentBlockedWords: 'services.fault.commentBlockedWords',
  });
});

test('pictures that would be refused at every upload are refused in the settings', () => {
  const never = {
    mediaUploadAcceptMimetypesImage: 'image/png, image/heic',
    mediaUploadAcceptMimetypesFile: 'image/tiff',
  };
  expect(Object.keys(faultsOf({ ...values, ...never }))).toEqual(Object.keys(never));
  const svg = { mediaUploadAcceptMimetypesFile: 'application/pdf, image/svg+xml' };
  expect(faultsOf({ ...values, ...svg })).toEqual({});
});

test('an id and a label are required', () => {
  expect(faultsOf({ ...values, serviceId: '', label: '  ' })).toEqual({
    serviceId: 'rule.required',
    label: 'rule.required',
  });
});

test('a service is shown as it is', () => {
  const service = {
    ...{ serviceId: 'news', label: 'News', functions: ['comment' as const] },
    ...{ revision: 1, createdAt: '2026-11-21T00:00:00Z', updatedAt: null },
    configs: { ...defaultServiceConfigs, mediaUploadImageSizes: ['10x10'], mediaUploadSizeLimitMBFile: 2048 },
  };
  expect(serviceValues(service)).toMatchObject({
    ...{ post: false, comment: true, mediaUploadImageSizes: '10x10', mediaUploadSizeLimitMBFile: '2048' },
  });
});

function faultsOf(of: ServiceFormValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(serviceFaults).flatMap(([name, check]) => {
      const fault = check(of);
      return fault ? [[name, fault]] : [];
    }),
  );
}
