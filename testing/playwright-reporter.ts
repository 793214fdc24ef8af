import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { writeSummary } from './test-summary.ts';

export default class SummaryReporter implements Reporter {
  #suite: Suite | undefined;
  readonly #errors: string[] = [];

  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError({ message = 'unknown error' }: TestError): void {
    this.#errors.push(`Playwright: ${message.split('\n')[0]}`);
  }

  async onEnd(): Promise<void> {
    const tests = this.#suite?.allTests() ?? [];
    const withOutcome = (outcome: ReturnType<TestCase['outcome']>) =>
      tests.filter((test) => test.outcome() === outcome);
    const flaky = withOutcome('flaky');
    const skipped = withOutcome('skipped');
    const failures = [...withOutcome('unexpected').map((test) => `${nameOf(test)}: ${errorOf(test)}`), ...this.#errors];
    await writeSummary({
      passed: withOutcome('expected').length + flaky.length,
      failed: failures.length,
      skipped: skipped.length,
      failures,
      skips: skipped.flatMap((test) => reasonsOf(test).map((reason) => `${nameOf(test)}: ${reason}`)),
      retried: flaky.map(nameOf),
    });
  }
}

function nameOf(test: TestCase): string {
  const titles = test.titlePath().slice(3);
  return `${relative(process.cwd(), test.location.file)}: ${titles.join(' > ')}`;
}

function reasonsOf({ annotations }: TestCase): string[] {
  return annotations.flatMap(({ type, description }) => (type === 'skip' && description ? [description] : []));
}

function errorOf({ results }: TestCase): string {
  const text = results.at(-1)?.error?.message ?? 'no error message';
  return stripVTControlCharacters(text).split('\n')[0] ?? '';
}
