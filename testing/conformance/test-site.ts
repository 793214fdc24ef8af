import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import { createLog } from '#server/platform/log.ts';
import { startStaticFiles } from '#server/publishing/index.ts';
import { givenUser } from '#testing/given-user.ts';
import { type ListeningApp, listeningApp } from '#testing/listening-app.ts';
import { testStorage } from '#testing/storage.ts';
import { type Client, clientOf } from './client.ts';
import { expectShape } from './expectations.ts';
import { RawCategoryShape, RawGroupShape, RawPostShape } from './shapes.ts';

export interface TestSite {
  readonly app: ListeningApp;
  readonly reader: Client;
  as(role: 'admin' | 'editor' | 'viewer' | 'normal', serviceIds?: readonly string[]): Promise<Client>;
}

export async function openTestSite(): Promise<TestSite> {
  const storage = await testStorage();
  const app = await listeningApp({}, { storage });
  const staticFiles = startStaticFiles({ ...app, storage, log: createLog('silent'), mediaUrl: '/media' });
  onTestFinished(() => staticFiles.stop());
  return {
    app,
    reader: clientOf(app.port),
    as: async (role, serviceIds = ['news']) =>
      clientOf(app.port, (await givenUser(app, { role, serviceIds })).accessToken),
  };
}

let made = 0;

export async function writePost(editor: Client, overrides: Record<string, unknown> = {}) {
  made += 1;
  const creation = { slug: `note-${made}`, title: 'A note', bodyFormat: 'markdown', status: 'publish', ...overrides };
  return expectShape(await editor.post('admin/posts/news', creation), RawPostShape);
}

export async function addCategory(
  editor: Client,
  slug: string,
  parentCategorySlug = '',
): Promise<z.output<typeof RawCategoryShape>> {
  const creation = { slug, label: `Label of ${slug}`, parentCategorySlug };
  return expectShape(await editor.post('admin/categories/news', creation), RawCategoryShape);
}

export async function addGroup(editor: Client, slug: string, postIds: readonly string[] = []) {
  const creation = { slug, label: `Label of ${slug}`, postIds };
  return expectShape(await editor.post('admin/posts/news/groups', creation), RawGroupShape);
}
