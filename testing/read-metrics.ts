export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`;
const SAMPLE = new RegExp(`^(${NAME})(?:[{](${LABEL}(?:,${LABEL})*)?[}])? ([Nn]a[Nn]|[+-]Inf|[+-]?[0-9.eE+-]+)$`);
const HELP = new RegExp(`^# HELP (${NAME}) .+$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary|untyped)$`);
const SUFFIXES: Readonly<Record<string, RegExp>> = { histogram: /_(?:bucket|sum|count)$/, summary: /_(?:sum|count)$/ };

/**
 * Parses the Prometheus text format, version 0.0.4, strictly.
 * @throws {Error} with the line that breaks a rule.
 */
export function readMetrics(text: string): MetricSample[] {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const types = new Map<string, string>();
  const seen = new Set<string>();
  const samples: MetricSample[] = [];
  let family = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, typed, type = ''] = TYPE.exec(line) ?? [];
    if (typed !== undefined) {
      requireNew(types, typed, line);
      types.set(typed, type);
      family = typed;
    } else if (line !== '' && !HELP.test(line)) {
      const sample = readSample(line);
      if (familyOf(sample, types.get(family)) !== family) throw new Error(`not among its own kind: ${line}`);
      requireNew(seen, `${sample.name} ${JSON.stringify(sample.labels)}`, line);
      seen.add(`${sample.name} ${JSON.stringify(sample.labels)}`);
      samples.push(sample);
    }
  }
  return samples;
}

function requireNew(known: { has(name: string): boolean }, name: string, line: string): void {
  if (known.has(name)) throw new Error(`told twice: ${line}`);
}

function readSample(line: string): MetricSample {
  const [, name, labels = '', value = ''] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`no sample: ${line}`);
  return { name, labels: readLabels(labels), value: Number(value.replace('Inf', 'Infinity')) };
}

function familyOf({ name }: MetricSample, type = ''): string {
  return name.replace(SUFFIXES[type] ?? '', '');
}

function readLabels(labels: string): Record<string, string> {
  const pairs = labels.matchAll(/([a-zA-Z0-9_]+)="((?:[^"\\]|\\.)*)"/g);
  return Object.fromEntries(
    [...pairs].map(([, name, value = '']) => [
      name ?? '',
      value.replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign)),
    ]),
  );
}
