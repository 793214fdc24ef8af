/** More pictures and documents than this no text shows. */
const MAX_IDS = 1000;

/** As bodies in JSON may have it. */
const SLASH = String.raw`\\?/`;

/**
 * The files whose media addresses stand in a text, each once: `/news/images/{fileId}/800x800.jpg` and
 * `/news/docs/{fileId}.pdf` behind whatever address the media had when it was written.
 */
export function fileIdsIn(text: string, serviceId: string): string[] {
  const folder = `${SLASH}${serviceId.replace(/[^0-9a-z]/gi, String.raw`\$&`)}${SLASH}(?:images|docs)${SLASH}`;
  const ids = new Set<string>();
  for (const [, fileId = ''] of text.matchAll(new RegExp(`${folder}([0-9a-z]{26})(?![0-9a-z])`, 'g'))) {
    ids.add(fileId);
    if (ids.size === MAX_IDS) break;
  }
  return [...ids];
}
