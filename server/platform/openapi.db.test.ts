import { expect, test, vi } from 'vitest';
import { ServiceDetail } from '#contract/admin-services.ts';
import { testApp } from '#testing/app.ts';

/** What the web build does: it has a copy of parts of the contract, and both name their schemas in the same place. */
async function loadSecondCopy(): Promise<void> {
  vi.resetModules();
  const second = await import('#contract/admin-services.ts');
  expect(second.ServiceDetail).not.toBe(ServiceDetail);
}

test('the document can be read beside a second copy of a part of the contract, whichever is loaded first', async () => {
  const before = await testApp();
  await loadSecondCopy();
  const after = await testApp();
  const [one, other] = [await before.get('/api/openapi.json'), await after.get('/api/openapi.json')];
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(one.text).toBe(other.text);
  expect(one.json.components.schemas.AdminPost.properties.service).toEqual({
    $ref: '#/components/schemas/ServiceDetail',
  });
});
