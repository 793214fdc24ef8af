import type { PostFile } from '#contract/files.ts';

export interface FileHolder {
  readonly thumbnail: Pick<PostFile, 'fileId'> | null;
  readonly images: readonly Pick<PostFile, 'fileId'>[];
  readonly files: readonly Pick<PostFile, 'fileId'>[];
  readonly body: string;
}

const idsOf = (files: readonly Pick<PostFile, 'fileId'>[]) => files.map(({ fileId }) => fileId);

export function usedFiles(serviceId: string, { thumbnail, images, files, body }: FileHolder) {
  return {
    thumbnail: thumbnail ? [thumbnail.fileId] : [],
    images: idsOf(images),
    files: idsOf(files),
    body: fileIdsIn(body, serviceId),
  };
}

export function usedFileIds(serviceId: string, holder: FileHolder): string[] {
  return [...new Set(Object.values(usedFiles(serviceId, holder)).flat())];
}

const MAX_IDS = 1000;

/** JSON may escape slashes. */
const SLASH = String.raw`\\?/`;

/** Matches `/news/images/{fileId}/800x800.jpg` and `/news/docs/{fileId}.pdf`, under any origin. At most 1000. */
export function fileIdsIn(text: string, serviceId: string): string[] {
  const folder = `${SLASH}${serviceId.replace(/[^0-9a-z]/gi, String.raw`\$&`)}${SLASH}(?:images|docs)${SLASH}`;
  const ids = new Set<string>();
  for (const [, fileId = ''] of text.matchAll(new RegExp(`${folder}([0-9a-z]{26})(?![0-9a-z])`, 'g'))) {
    ids.add(fileId);
    if (ids.size === MAX_IDS) break;
  }
  return [...ids];
}
