import type { Place } from './load-comments.server.ts';

/**
 * Key of the contents on which this browser has commented. Other visitors are spared the request for their own
 * comments.
 */

const KEY = 'kawaraban-commented';
const MAX_MARKS = 200;

export function hasCommented(place: Place): boolean {
  return read().includes(markOf(place));
}

export function markCommented(place: Place): void {
  const mark = markOf(place);
  const others = read().filter((other) => other !== mark);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, mark].slice(-MAX_MARKS)));
  } catch {
    // Storage is unavailable.
  }
}

function markOf({ serviceId, contentId }: Place): string {
  return `${serviceId}/${contentId}`;
}

function read(): unknown[] {
  try {
    const marks: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(marks) ? marks : [];
  } catch {
    return [];
  }
}
