import { toInstant } from '../platform/clock.ts';

export interface ContentBounds {
  readonly history: {
    readonly maxRevisions: number;
    readonly maxDays: number;
  };
  readonly binDays: number;
  readonly previewDays: number;
}

export function inDays(from: Date, days: number): string {
  return toInstant(new Date(from.getTime() + days * 86_400_000));
}
