import type { CopyProgress } from '#server/data-transfer/index.ts';
import { createProgress } from './import-progress.ts';

const TERMINAL_MS = 100;
const LINES_MS = 2000;

export interface Shown {
  readonly done: number;
  readonly total?: number;
  readonly path: string;
}

export function createCopyProgress() {
  const progress = createProgress(process.stderr);
  const everyMs = process.stderr.isTTY ? TERMINAL_MS : LINES_MS;
  let notifiedAt = performance.now();
  const show = (state: Shown) => {
    if (performance.now() - notifiedAt < everyMs) return;
    notifiedAt = performance.now();
    progress.show(state);
  };
  return {
    show,
    showTable: ({ table, step, done, total }: CopyProgress) => show({ done, total, path: `${step} ${table}` }),
    end: () => progress.end(),
  };
}
