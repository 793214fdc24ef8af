/**
 * Key of the contents on which this browser has voted, without the votes. Visitors without any are spared the request
 * for their own votes.
 */

const KEY = 'kawaraban-votes';
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
    // Storage is unavailable.
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
