import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { cruiseOptions, ruleSet } from './dependency-rule.config.ts';

/** Fewer modules mean that reading failed, not that all rules are kept. */
const LEAST_MODULES = 100;

export async function checkDependencies(
  baseDir: string,
  rooms: readonly string[],
): Promise<{ violations: string[]; modules: number }> {
  const { output } = await cruise([...rooms], { baseDir, ruleSet, validate: true, ...cruiseOptions });
  const { summary } = output as ICruiseResult;
  return {
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    modules: summary.totalCruised,
  };
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const { violations, modules } = await checkDependencies(root, [
    'client',
    'contract',
    'server',
    'web',
    'cli',
    'testing',
    'e2e',
    'bench',
  ]);
  const problems =
    modules < LEAST_MODULES ? [`Only ${modules} modules were read: the check itself is broken.`] : violations;
  process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
  process.stdout.write(`Dependency rule: ${modules} modules read, ${problems.length} problems\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
