import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb, isWebBuildFresh } from '#server/building/web-build.ts';
import { connect } from '#server/database/connect.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { importMarkdownFolder } from '#server/import/index.ts';
import { systemClock } from '#server/platform/clock.ts';
import { defaultBounds } from '#testing/content-bounds.ts';
import { writeSyntheticPosts } from '#testing/synthetic-posts.ts';
import { recordAnswers } from './record-answers.ts';
import { writeReport } from './report.ts';
import { type Round, runRounds } from './run-rounds.ts';
import { POSTS, scenarios } from './scenarios.ts';
import { startServer } from './servers.ts';

await using temporary = await mkdtempDisposable(join(tmpdir(), 'kawaraban-bench-'));
const folder = temporary.path;
await measure();

async function measure(): Promise<void> {
  if (!(await isWebBuildFresh())) await buildWeb();
  tell(`Writing ${POSTS} posts …`);
  await fillDatabase();
  const data = join(folder, 'data');
  const warm = await startServer('warm', data);
  const cold = await startServer('cold', data);
  const recorded = join(folder, 'recorded.json');
  await writeFile(recorded, JSON.stringify(await recordAnswers(warm.url, scenarios)));
  const bare = await startServer('bare', recorded);
  const rounds: Round[] = [];
  for await (const round of runRounds({ warm, cold, bare }, scenarios)) {
    rounds.push(round);
    const { scenario, server, requestsPerSecond } = round;
    tell(`${scenario.padEnd(14)} ${server.padEnd(5)} ${Math.round(requestsPerSecond)} requests a second`);
  }
  await Promise.all([warm, cold, bare].map(({ stop }) => stop()));
  await writeReport(rounds);
  tell('bench/README.md is written.');
}

async function fillDatabase(): Promise<void> {
  const posts = join(folder, 'posts');
  await writeSyntheticPosts(posts, { count: POSTS });
  const target = { engine: 'sqlite', path: join(folder, 'data', 'kawaraban.db') } as const;
  await mkdir(join(folder, 'data'));
  const database = connect(target);
  await migrateToLatest(database, target);
  const tools = { database, clock: systemClock, content: defaultBounds };
  await importMarkdownFolder({ ...tools, folder: posts, serviceId: 'news', newServiceLabel: 'News' });
  await database.close();
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
