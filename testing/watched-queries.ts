import type { KyselyPlugin } from 'kysely';

export function watchQueries() {
  let count = 0;
  let gate: { letThrough: number; reach: () => void; opened: Promise<void> } | undefined;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1;
      if (!gate) return result;
      if (gate.letThrough > 0) {
        gate.letThrough -= 1;
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
    hold: (letThrough = 0) => {
      const reached = Promise.withResolvers<void>();
      const opened = Promise.withResolvers<void>();
      gate = { letThrough, reach: reached.resolve, opened: opened.promise };
      return { reached: reached.promise, release: opened.resolve };
    },
    pass: () => {
      gate = undefined;
    },
  };
}
