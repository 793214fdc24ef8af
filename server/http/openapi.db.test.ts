import { expect, test, vi } from 'vitest';
import { ServiceDetail } from '#contract/admin-services.ts';
import { testApp } from '#testing/app.ts';

/** Loads parts of the contract again, as the web build does. Both copies register their schema names globally. */
async function loadSecondCopy(): Promise<void> {
  vi.resetModules();
  const second = await import('#contract/admin-services.ts');
  expect(second.ServiceDetail).not.toBe(ServiceDetail);
}

test('OpenAPI document tolerates a second copy of the contract', async () => {
  const before = await testApp();
  await loadSecondCopy();
  const after = await testApp();
  const one = await before.get('/api/openapi.json');
  const other = await after.get('/api/openapi.json');
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(one.text).toBe(other.text);
  expect(one.json.components.schemas.AdminPost.properties.service).toEqual({
    $ref: '#/components/schemas/ServiceDetail',
  });
});
