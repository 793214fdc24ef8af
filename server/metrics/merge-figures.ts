export interface Colleague {
  readonly worker: string;
  /** Prometheus text; undefined when the worker did not answer in time. */
  readonly figures?: string | undefined;
}

export interface OtherWorkers {
  answerWith(read: () => Promise<string>): void;
  ask(): Promise<readonly Colleague[]>;
}

export function mergeFigures(processes: readonly Colleague[]): string {
  const families = new Map<string, string[]>();
  for (const { figures = '' } of processes) {
    for (const family of figures.split(/^(?=# HELP )/m)) {
      const [help, type, ...samples] = family.trimEnd().split('\n');
      if (help === undefined || type === undefined) continue;
      const header = `${help}\n${type}`;
      families.set(header, [...(families.get(header) ?? []), ...samples]);
    }
  }
  families.set(
    '# HELP kawaraban_process_up Whether a process told its figures: 1 or 0.\n# TYPE kawaraban_process_up gauge',
    processes.map(({ worker, figures }) => `kawaraban_process_up{worker="${worker}"} ${figures === undefined ? 0 : 1}`),
  );
  return [...families].map(([header, samples]) => `${[header, ...samples].join('\n')}\n`).join('\n');
}
