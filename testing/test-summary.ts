import { readFile, writeFile } from 'node:fs/promises';

export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
  readonly skips: readonly string[];
  readonly retried: readonly string[];
}

export const SUMMARY_VARIABLE = 'TEST_SUMMARY_FILE';

export async function writeSummary(summary: TestSummary): Promise<void> {
  const path = process.env[SUMMARY_VARIABLE];
  if (path) await writeFile(path, JSON.stringify(summary));
}

/** Returns undefined if the test runner ended before it wrote one. */
export async function readSummary(path: string): Promise<TestSummary | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

export function sumOf(summaries: readonly TestSummary[]): TestSummary {
  const total = (key: 'passed' | 'failed' | 'skipped') => summaries.reduce((sum, each) => sum + each[key], 0);
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    failures: summaries.flatMap(({ failures }) => failures),
    skips: summaries.flatMap(({ skips }) => skips),
    retried: summaries.flatMap(({ retried }) => retried),
  };
}

export function toReport({ passed, failed, skipped, failures, skips, retried }: TestSummary): string {
  const again =
    retried.length > 0 ? [`${retried.length} needed a second try:`, ...retried.map((name) => `  ${name}`)] : [];
  const lines = [
    ...skips.map((skip) => `skipped: ${skip}`),
    ...failures.map((failure) => `failed: ${failure}`),
    ...again,
  ];
  return `${lines.map((line) => `${line}\n`).join('')}\n${passed} passed, ${failed} failed, ${skipped} skipped\n`;
}
