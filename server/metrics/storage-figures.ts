import type { WriteState, WriteWatch } from '../platform/write-watch.ts';
import type { Figure } from './figure.ts';

export function storageFigures(writeWatch: WriteWatch): Figure[] {
  const figure = (name: string, help: string, pick: (state: WriteState) => number | undefined): Figure => ({
    ...{ name, help, type: 'gauge' },
    read: async () =>
      (await writeWatch.read()).flatMap((state) => {
        const value = pick(state);
        return value === undefined ? [] : [{ labels: { place: state.place }, value }];
      }),
  });
  return [
    figure('kawaraban_storage_writable', '1 if the database or the files can be written, else 0.', ({ failure }) =>
      failure ? 0 : 1,
    ),
    figure('kawaraban_storage_free_bytes', 'Free disk space.', ({ space }) => space?.freeBytes),
  ];
}
