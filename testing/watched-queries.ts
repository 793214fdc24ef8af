import type { KyselyPlugin } from 'kysely';

export function watchQueries() {
  let count = 0;
  let gate: { skipped: number; reach: () => void; opened: Promise<void> } | undefined;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1;
      if (!gate) return result;
      if (gate.skipped > 0) {
        gate.skipped -= 1;
        return result;
      }
      const { reach, opened } = gate;
      reach();
      await opened;
      return result;
    },
  };
  return {
    plugin,
    count: () => count,
    /** Holds back all results but the first few; `reached` resolves when the first held result has arrived. */
    hold: (skipped = 0) => {
      const reached = Promise.withResolvers<void>();
      const opened = Promise.withResolvers<void>();
      gate = { skipped, reach: reached.resolve, opened: opened.promise };
      return { reached: reached.promise, release: opened.resolve };
    },
    pass: () => {
      gate = undefined;
    },
  };
}
