import type { ProcessLoad } from '../concurrency/process-pool.ts';
import type { Database } from '../database/connect.ts';
import { countQueuedPictures, type ImageMaker } from '../media/index.ts';
import type { Renderer } from '../rendering/index.ts';
import type { CardMaker } from '../syndication/index.ts';
import { type Figure, gauge } from './figure.ts';

interface WorkTools {
  readonly database: Database;
  readonly renderer: Renderer;
  readonly images: ImageMaker;
  readonly cards: CardMaker;
}

export function workFigures({ database, renderer, images, cards }: WorkTools): Figure[] {
  const loads: Readonly<Record<string, () => ProcessLoad | undefined>> = {
    texts: () => renderer.load?.(),
    pictures: () => images.load(),
    cards: () => cards.load(),
  };
  const figure = (name: string, help: string, field: keyof ProcessLoad): Figure => ({
    ...{ name, help, type: 'gauge' },
    read: () =>
      Object.entries(loads).flatMap(([work, load]) => {
        const value = load()?.[field];
        return value === undefined ? [] : [{ labels: { work }, value }];
      }),
  });
  return [
    figure('kawaraban_worker_processes', 'Worker processes.', 'processes'),
    figure('kawaraban_jobs_running', 'Jobs running in worker processes.', 'working'),
    figure('kawaraban_jobs_waiting', 'Jobs waiting for a worker process.', 'waiting'),
    gauge('kawaraban_pictures_queued', 'Images waiting for resizing.', () => countQueuedPictures({ database })),
  ];
}
