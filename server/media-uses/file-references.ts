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
