import sharp from 'sharp';
import { serveJobs } from '../../concurrency/serve-jobs.ts';
import { drawCard } from './drawing/draw-card.ts';

sharp.cache(false);
sharp.concurrency(1);
await serveJobs(drawCard, { isBackground: true });
