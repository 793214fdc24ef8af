import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { writeSummary } from './test-summary.ts';
import { EXTENDED } from './tiers.ts';

/** Tests of the other tier do not count as skipped. */
export default class SummaryReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const isTier = tests.some((test) => isExtended(test) && test.result().state !== 'skipped');
    const skipped = inState('skipped').filter((test) => isTier || !isExtended(test));
    const failures = [
      ...inState('failed').map((test) => `${nameOf(test)}: ${firstLine(test.result().errors?.[0])}`),
      ...modules.flatMap((module) => module.errors().map((error) => `${fileOf(module)}: ${firstLine(error)}`)),
      ...errors.map((error) => `Vitest: ${firstLine(error)}`),
    ];
    await writeSummary({
      passed: inState('passed').length,
      failed: failures.length,
      skipped: skipped.length,
      failures,
      skips: skipped.flatMap((test) => (reasonOf(test) ? [`${nameOf(test)}: ${reasonOf(test)}`] : [])),
      retried: tests.filter((test) => test.diagnostic()?.flaky).map(nameOf),
    });
  }
}

function isExtended({ options }: TestCase): boolean {
  return options.tags?.includes(EXTENDED) ?? false;
}

function reasonOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === 'skipped' ? result.note : undefined;
}

function nameOf(test: TestCase): string {
  return `${test.project.name} ${fileOf(test.module)}: ${test.fullName}`;
}

function fileOf({ moduleId }: TestModule): string {
  return relative(process.cwd(), moduleId);
}

function firstLine(error: unknown): string {
  return String((error as Error | undefined)?.message ?? error).split('\n')[0] ?? '';
}
