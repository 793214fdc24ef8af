/**
 * What has been voted about in this browser, though not what: whoever has voted nothing is spared the question. A
 * browser that keeps nothing shows no vote as one's own.
 */

const KEY = 'kawaraban-votes';
/** Beyond that the oldest are forgotten. */
const MAX_MARKS = 500;

export function isMarked(serviceId: string, contentId: string): boolean {
  return read().includes(markOf(serviceId, contentId));
}

export function markVote(serviceId: string, contentId: string, hasVoted: boolean): void {
  const mark = markOf(serviceId, contentId);
  const others = read().filter((other) => other !== mark);
  try {
    localStorage.setItem(KEY, JSON.stringify(hasVoted ? [...others, mark].slice(-MAX_MARKS) : others));
  } catch {
    // A browser that keeps nothing.
  }
}

function markOf(serviceId: string, contentId: string): string {
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
