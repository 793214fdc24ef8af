import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildWeb, isWebBuildFresh } from '#server/building/web-build.ts';
import { writeFigures } from '../report.ts';
import { type Installation, openPostgres, openSqlite } from './installations.ts';
import { type Figures, Workload } from './workload.ts';

/**
 * Runs the product while it is killed, its disk fills, its database, storage and mail server fail and its clock jumps,
 * with concurrent writers and readers. Fails when an acknowledged save is lost, when a response is a 5xx other than
 * 503, or when the product does not recover. `node bench/faults/run-campaign.ts 30` takes about thirty minutes.
 */

const MINUTES = Number(process.argv[2] ?? 30);
const FAILURE_MS = 8000;
const PAUSE_MS = 8000;

await using temporary = await mkdtempDisposable(join(tmpdir(), 'kawaraban-faults-'));
const folder = temporary.path;
if (!(await isWebBuildFresh())) await buildWeb();
const figures: Figures[] = [];
let lost = 0;
let compared = 0;
for (const openInstallation of [openSqlite, openPostgres]) {
  const installation = await openInstallation(folder);
  try {
    await runFailures(installation);
  } finally {
    await installation.stop();
  }
}
const wrong = figures.reduce((sum, each) => sum + [...each.wrong.values()].reduce((one, other) => one + other, 0), 0);
const sums = `${compared.toLocaleString('en')} acknowledged saves were read again at the end: ${lost} lost. Wrong responses: ${wrong}.`;
await writeFigures([tableOf(), sums].join('\n\n'), 'faults');
process.stderr.write(`${tableOf()}\n${sums}\n`);
process.exitCode = lost > 0 || wrong > 0 ? 1 : 0;

async function runFailures(installation: Installation): Promise<void> {
  const { name, product, faults } = installation;
  const work = new Workload(installation);
  const own = Object.keys(faults).map((fault): Figures => {
    return { installation: name, fault, times: 0, recoveryMs: 0, saved: 0, unavailable: 0, wrong: new Map() };
  });
  figures.push(...own);
  const endsAt = performance.now() + (MINUTES / 2) * 60_000;
  while (performance.now() < endsAt) {
    for (const entry of own) {
      work.figures = entry;
      const problem = faults[entry.fault];
      await problem?.begin();
      if (problem?.end) await pause(FAILURE_MS);
      await problem?.end?.();
      entry.times += 1;
      entry.recoveryMs = Math.max(entry.recoveryMs, await work.recovery());
      process.stderr.write(`${name}, ${entry.fault}: recovered\n`);
      await pause(PAUSE_MS);
    }
  }
  await work.stop();
  const saves = [...work.acknowledged];
  compared += saves.length;
  for (const [slug, title] of saves) if (!(await work.isStored(slug, title))) lost += 1;
  await product.kill();
}

function tableOf(): string {
  return [
    '| Installation | Fault | Times | Saves acknowledged | Slowest recovery, s | 503 | Other 5xx |',
    '| :--- | :--- | ---: | ---: | ---: | ---: | :--- |',
    ...figures.map(({ installation, fault, times, saved, recoveryMs, unavailable, wrong: others }) => {
      const statuses = [...others].map(([status, count]) => `${status}: ${count}`).join(', ') || '0';
      const cells = [installation, fault, times, saved, (recoveryMs / 1000).toFixed(1), unavailable, statuses];
      return `| ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}
