import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import sharp from 'sharp';
import type { Card } from './card.ts';
import { drawCard } from './drawing/draw-card.ts';

/** Readers come first. */
const PRIORITY = 5;

/** The process that the pool starts: it draws one card after the other and answers with its bytes. */
process.on('message', async (card: Card) => {
  process.send?.(await drawCard(card).catch((error: unknown) => error));
});

// A signal to the whole group is the server's to obey. Without the server there is nothing to wait for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

setPriority(PRIORITY);
sharp.cache(false);
sharp.concurrency(1);
// Where memory ends, this process ends before the server does. Other systems than Linux do not ask.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});
process.send?.('ready');
