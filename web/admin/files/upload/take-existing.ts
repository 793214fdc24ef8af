import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import { consoleCall } from '../../../session/console-call.ts';

/** Deletes the new copy and returns the file that existed before; undefined when there is none. */
export async function takeExisting({ serviceId, fileId, sameAs }: AdminFile): Promise<AdminFile | undefined> {
  if (sameAs === null) return undefined;
  const existing = await consoleCall(adminFileApi.find, { params: { serviceId, fileId: sameAs.fileId } });
  await consoleCall(adminFileApi.delete, { params: { serviceId, fileId } });
  return existing;
}
