import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { type Card, drawCard } from './drawing/draw-card.ts';

const PRIORITY = 5;

process.on('message', async (card: Card) => {
  process.send?.(await drawCard(card).catch((error: unknown) => error));
});

// Signals to the process group are handled by the server; this process ends when its channel closes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

setPriority(PRIORITY);
sharp.cache(false);
sharp.concurrency(1);
// Makes the OOM killer of Linux prefer this process to the server.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});
process.send?.('ready');
