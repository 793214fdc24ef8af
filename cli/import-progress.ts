export interface Progress {
  show(state: { done: number; total?: number; path: string }): void;
  end(): void;
}

const EVERY_FILES = 100;
const EVERY_MS = 2000;
const CLEAR_LINE = '\r\u001b[K';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Reports progress: one rewritten line on a terminal, occasional lines elsewhere. */
export function createProgress(terminal: Terminal, now = () => performance.now()): Progress {
  let reportedAt = now();
  return {
    show: ({ done, total, path }) => {
      const line = `${done}${total === undefined ? '' : `/${total}`} ${printable(path)}`;
      if (terminal.isTTY) {
        terminal.write(`${CLEAR_LINE}${line.slice(0, Math.max(10, (terminal.columns ?? 80) - 1))}`);
        return;
      }
      const isDue = done > 0 && (done % EVERY_FILES === 0 || now() - reportedAt >= EVERY_MS);
      if (!isDue) return;
      reportedAt = now();
      terminal.write(`${line}\n`);
    },
    end: () => {
      if (terminal.isTTY) terminal.write(CLEAR_LINE);
    },
  };
}

/** Replaces control characters, which could control the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\uFFFD');
}
