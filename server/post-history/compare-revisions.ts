import { type ChangeObject, diffLines } from 'diff';
import type { BodyComparison, LineRun, PostSnapshot, RevisionComparison } from '#contract/post-history.ts';

type FieldDifference = RevisionComparison['fields'][number];
type Json = FieldDifference['before'];

export function compareFields(before: PostSnapshot, after: PostSnapshot): FieldDifference[] {
  const { body: _, ...fields } = before;
  const names = Object.keys(fields) as FieldDifference['field'][];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((field) => ({ field, before: before[field] as Json, after: after[field] as Json }));
}

/** Maximum total lines of both bodies; splitting more would already exceed the time budget. */
const MAX_LINES = 40_000;
/** Maximum number of differing lines, and maximum time in milliseconds. */
const LIMITS = { maxEditLength: 2000, timeout: 100 };

/** Compares two bodies by line. Returns both texts unchanged when a diff would block the event loop for too long. */
export function compareBodies(before: string, after: string): BodyComparison {
  if (before === after) return { kind: 'same' };
  const isLong = countLines(before) + countLines(after) > MAX_LINES;
  const runs = isLong ? undefined : diffLines(before, after, LIMITS);
  return runs ? { kind: 'lines', lines: runs.map(toLineRun) } : { kind: 'texts', before, after };
}

function toLineRun({ value, added, removed }: ChangeObject<string>): LineRun {
  return { change: added ? 'added' : removed ? 'removed' : 'same', text: value };
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
