import { adminFileApi } from '#contract/admin-files.ts';
import type { Api } from '../../http/implement.ts';
import { presentFile } from '../library/present-file.ts';
import type { MediaTools } from '../media-tools.ts';
import { announceFile, announceReplacement } from './announce.ts';
import { completeUploadOf } from './complete-upload.ts';

export function fileUploadRoutes(api: Api, tools: MediaTools): void {
  api.implement(adminFileApi.reserve, ({ params: { serviceId }, body, actor: { username }, browser: { siteOrigin } }) =>
    announceFile(tools, { serviceId, username, siteOrigin }, body),
  );

  api.implement(
    adminFileApi.replace,
    ({ params: { serviceId, fileId }, body, actor: { username }, browser: { siteOrigin } }) =>
      announceReplacement(tools, { serviceId, username, siteOrigin }, { fileId, ...body }),
  );

  api.implement(adminFileApi.complete, async ({ params }) => {
    const file = await completeUploadOf(tools, params);
    return presentFile(tools.database.writer, file, tools);
  });
}
