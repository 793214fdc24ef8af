import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile } from './load.ts';
import { fillMedia, givenLargePhoto, putBare, upload } from './media-uploads.ts';
import { measureVariants } from './media-variants.ts';
import { writeFigures } from './report.ts';
import { type BenchServer, startServer } from './servers.ts';

const ROUNDS = 5;
const MB = 1024 * 1024;
const DOCUMENT = 256 * MB;
const LARGE_DOCUMENT = 1024 * MB;
/** Interval and extra duration of the memory samples: image sizes are rendered after the upload. */
const LOOK_MS = 20;
const AFTERWARDS_MS = 10_000;

await using temporary = await mkdtempDisposable(join(tmpdir(), 'kawaraban-bench-'));
const folder = temporary.path;
await measure();

async function measure(): Promise<void> {
  const rows = [
    '| What | Kawaraban | Alone | Ratio |',
    '| :--- | ---: | ---: | ---: |',
    await variantRow(),
    ...(await uploadRows()),
  ];
  await writeFigures(rows.join('\n'), 'media');
}

async function variantRow(): Promise<string> {
  const { product, alone, ratio } = await measureVariants(folder, ROUNDS);
  return tell(
    `| Pictures in other sizes, a second | ${product.toFixed(1)} | ${alone.toFixed(1)} | ${ratio.toFixed(2)} |`,
  );
}

async function uploadRows(): Promise<string[]> {
  const data = join(folder, 'data');
  await mkdir(data);
  const key = await fillMedia(data);
  const server = await startServer('warm', data);
  const sink = await startServer('sink', join(folder, 'sunk'));
  const photo = await givenLargePhoto(folder);
  try {
    return [
      await throughputRow(server, sink, key),
      await memoryRow('A document of 1 GB', server, () => upload(server, key, { size: LARGE_DOCUMENT })),
      await memoryRow('A photo of 100 megapixels', server, () => upload(server, key, { photo })),
    ];
  } finally {
    await Promise.all([server.stop(), sink.stop()]);
  }
}

async function throughputRow(server: BenchServer, sink: BenchServer, key: string): Promise<string> {
  const speeds = { product: [] as number[], alone: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const product = await upload(server, key, { size: DOCUMENT });
    const alone = await putBare(sink, DOCUMENT);
    // The first round is a warm-up.
    if (round === 0) continue;
    speeds.product.push(DOCUMENT / MB / (product / 1000));
    speeds.alone.push(DOCUMENT / MB / (alone / 1000));
  }
  const ratios = speeds.product.map((speed, round) => speed / (speeds.alone[round] ?? 0));
  const [product, alone, ratio] = [speeds.product, speeds.alone, ratios].map((all) => percentile(all, 0.5));
  return tell(
    `| Upload of a document, MB a second | ${product?.toFixed(0)} | ${alone?.toFixed(0)} | ${ratio?.toFixed(2)} |`,
  );
}

async function memoryRow(name: string, server: BenchServer, work: () => Promise<unknown>): Promise<string> {
  const before = await server.memoryMb();
  let peak = before;
  const looking = setInterval(async () => {
    peak = Math.max(peak, await server.memoryMb());
  }, LOOK_MS);
  await work();
  await new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MS));
  clearInterval(looking);
  return tell(`| ${name}: memory of the server grows by, MB | ${Math.round(peak - before)} | – | – |`);
}

function tell(row: string): string {
  process.stderr.write(`${row}\n`);
  return row;
}
