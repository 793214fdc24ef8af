export interface Progress {
  /** Without a total where nobody knows it. */
  show(state: { done: number; total?: number; path: string }): void;
  /** Takes the line back, so that what follows begins on a clean one. */
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

/** One line that is written over again on a terminal; elsewhere a line now and then. */
export function createProgress(terminal: Terminal, now = () => performance.now()): Progress {
  let told = now();
  return {
    show: ({ done, total, path }) => {
      const line = `${done}${total === undefined ? '' : `/${total}`} ${printable(path)}`;
      if (terminal.isTTY) {
        terminal.write(`${CLEAR_LINE}${line.slice(0, Math.max(10, (terminal.columns ?? 80) - 1))}`);
        return;
      }
      const isDue = done > 0 && (done % EVERY_FILES === 0 || now() - told >= EVERY_MS);
      if (!isDue) return;
      told = now();
      terminal.write(`${line}\n`);
    },
    end: () => {
      if (terminal.isTTY) terminal.write(CLEAR_LINE);
    },
  };
}

/** A file's name must not steer the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\uFFFD');
}
