import { expect, test } from 'vitest';
import { adminServiceApi } from '#contract/admin-services.ts';
import { givenService } from '#testing/given.ts';
import { givenUpload } from '#testing/given-upload.ts';
import { givenUser } from '#testing/given-user.ts';
import { mediaApp } from '#testing/media-app.ts';

test('accepts SVG as document when configured, serves a download', async () => {
  const app = await mediaApp();
  const serviceId = 'drawings';
  await givenService(app, { serviceId });
  const admin = await givenUser(app, { role: 'admin', serviceIds: [serviceId] });
  const configs = { mediaUploadAcceptMimetypesFile: ['application/pdf', 'image/svg+xml'] };
  await admin.call(adminServiceApi.update, { params: { serviceId }, body: { configs } });
  const file = await givenUpload(app, {
    editor: admin,
    serviceId,
    fileType: 'file',
    mimeType: 'image/svg+xml',
    name: 'logo.svg',
    bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  });
  expect(file).toMatchObject({ fileType: 'file', extension: 'svg', width: null, variants: [] });
  const { status, headers } = await app.get(new URL(file.src ?? '', 'http://localhost').pathname);
  expect([status, headers['content-type']]).toEqual([200, 'application/octet-stream']);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="?logo\.svg/);
});
