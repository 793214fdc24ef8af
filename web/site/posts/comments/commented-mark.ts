import type { Place } from './load-comments.server.ts';

/**
 * Where somebody has commented from this browser, so that nobody else's browser has to ask for its own comments. One
 * that keeps nothing shows what everybody sees.
 */

const KEY = 'kawaraban-commented';
/** Beyond that the oldest are forgotten. */
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
    // A browser that keeps nothing.
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
