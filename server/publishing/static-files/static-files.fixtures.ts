import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import type { Storage } from '#server/storage/index.ts';
import { testApp } from '#testing/app.ts';
import { givenUser } from '#testing/given-user.ts';
import { testStorageWithFolder } from '#testing/storage.ts';
import { writeDueStaticFiles } from './static-files.ts';

export async function openTestSite() {
  const { storage, folder } = await testStorageWithFolder();
  const app = await testApp({ storage });
  const user = await givenUser(app);
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  const tools = { database: app.database, storage, clock: app.clock, log, mediaUrl: '/media' };
  const write = async () => {
    while ((await writeDueStaticFiles(tools)) === 'more');
  };
  const save = async (slug: string, body: object) => {
    const answer = await user.send('POST', `/api/admin/posts/news/${slug}`, { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  const create = (body: object) =>
    user.send('POST', '/api/admin/posts/news', {
      body: { slug: 'one', title: 'One', bodyFormat: 'markdown', body: 'Some *text*.', status: 'publish', ...body },
    });
  const rows = () => app.database.reader.selectFrom('staticFiles').selectAll().orderBy('path').execute();
  return {
    ...app,
    folder,
    storage,
    user,
    logged,
    tools,
    write,
    save,
    create,
    rows,
    read: (key: string) => read(storage, key),
  };
}

async function read(storage: Storage, key: string) {
  const found = await storage.get(key);
  return found && JSON.parse((await buffer(found.content)).toString());
}

export const ONE = 'posts/news/one.json';
