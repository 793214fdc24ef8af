import { adminFileApi } from '#contract/admin-files.ts';
import { givenUser } from '#testing/given-user.ts';
import { mediaApp } from '#testing/media-app.ts';
import { pictures } from '#testing/pictures.ts';
import { cleanMedia } from './clean-media.ts';

export const params = { serviceId: 'news' };
export const PNG = Buffer.from(pictures.png, 'base64');
export const NOTHING = { uploads: 0, reservedFiles: 0, removedFiles: 0, strayObjects: 0 };
export const keeping = { reservedHours: 24, removedDays: 30 };

export async function givenApp() {
  const app = await mediaApp();
  const editor = await givenUser(app);
  const clean = () => cleanMedia({ ...app.tools, keeping });
  const fileIds = async () => {
    const rows = await app.database.writer.selectFrom('files').select('fileId').execute();
    return rows.map(({ fileId }) => fileId);
  };
  const reserve = () =>
    editor.call(adminFileApi.reserve, {
      params,
      body: { fileType: 'image', mimeType: 'image/png', name: 'a.png', size: PNG.length },
    });
  return { app, editor, clean, fileIds, reserve };
}
