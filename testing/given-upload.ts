import { type AdminFile, adminFileApi, type FileReservation } from '#contract/admin-files.ts';
import type { FileType } from '#contract/files.ts';
import type { TestApp } from './app.ts';
import { type GivenUser, givenUser } from './given-user.ts';
import { pictures } from './pictures.ts';

export async function givenUpload(
  app: TestApp,
  {
    editor,
    serviceId = 'news',
    fileType = 'image' as FileType,
    mimeType = (fileType === 'image' ? 'image/png' : 'application/pdf') as string,
    bytes = fileType === 'image' ? Buffer.from(pictures.png, 'base64') : Buffer.from('%PDF-1.7\n%%EOF\n'),
    name = fileType === 'image' ? 'picture.png' : 'document.pdf',
    fileId,
    isKept = true,
  }: {
    editor?: GivenUser;
    serviceId?: string;
    fileType?: FileType;
    mimeType?: string;
    bytes?: Buffer;
    name?: string;
    fileId?: string;
    isKept?: boolean;
  } = {},
): Promise<AdminFile> {
  const { call } = editor ?? (await givenUser(app, { serviceIds: [serviceId] }));
  const body = { fileType, mimeType, name, size: bytes.length, isKept, ...(fileId !== undefined && { fileId }) };
  const reservation = await call(adminFileApi.reserve, { params: { serviceId }, body });
  const put = await putUpload(app, reservation, bytes);
  if (put.status !== 200) throw new Error(`The upload was answered ${put.status} ${put.text}`);
  return call(adminFileApi.complete, { params: { serviceId, fileId: reservation.fileId } });
}

export async function putUpload(
  { app }: TestApp,
  { url, mimeType }: Pick<FileReservation, 'url' | 'mimeType'>,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const sent = { 'content-type': mimeType, ...headers };
  const { origin, pathname } = new URL(url);
  if (origin !== 'http://localhost') {
    const reply = await fetch(url, { method: 'PUT', headers: sent, body: new Uint8Array(bytes) });
    return { status: reply.status, text: await reply.text() };
  }
  const response = await app.inject({ method: 'PUT', url: pathname, headers: sent, payload: bytes });
  return { status: response.statusCode, text: response.body };
}
