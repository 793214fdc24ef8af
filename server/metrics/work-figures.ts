import type { ProcessLoad } from '../concurrency/process-pool.ts';
import type { Database } from '../database/connect.ts';
import { countQueuedPictures, type ImageMaker } from '../media/index.ts';
import type { Renderer } from '../posts/index.ts';
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
    figure('kawaraban_worker_processes', 'Processes beside the server.', 'processes'),
    figure('kawaraban_jobs_running', 'Jobs that a process beside the server does.', 'working'),
    figure('kawaraban_jobs_waiting', 'Jobs that wait for such a process.', 'waiting'),
    gauge('kawaraban_pictures_queued', 'Pictures whose sizes are to be made.', () => countQueuedPictures({ database })),
  ];
}
