import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import { consoleCall } from '../../../session/console-call.ts';

/** Removes a copy that was just uploaded, and answers with the file that was there before it. */
export async function takeExisting({ serviceId, fileId, sameAs }: AdminFile): Promise<AdminFile | undefined> {
  if (sameAs === null) return undefined;
  const existing = await consoleCall(adminFileApi.find, { params: { serviceId, fileId: sameAs.fileId } });
  await consoleCall(adminFileApi.delete, { params: { serviceId, fileId } });
  return existing;
}
