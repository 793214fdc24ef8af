import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface Chromium {
  readonly executablePath: string;
  /** Environment with libraries and fonts that a minimal machine lacks. */
  readonly env: Record<string, string>;
}

export async function findChromium(): Promise<Chromium> {
  const { CHROMIUM_PATH, LD_LIBRARY_PATH } = process.env;
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH, env: {} };
  const folder = await unpacked();
  const libraries = [LD_LIBRARY_PATH, join(folder, 'al2023', 'lib')].filter(Boolean).join(':');
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, FONTS_CONFIGURATION) };
  return { executablePath: join(folder, 'chromium'), env: { LD_LIBRARY_PATH: libraries, ...fonts } };
}

/** Custom arguments: the package's defaults disable features under test, such as CORS. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

const FONTS_CONFIGURATION = 'fonts.conf';

/** Unpacks into a folder per version, because the package reuses whatever version is in the temporary folder. */
async function unpacked(): Promise<string> {
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin');
  const { version } = JSON.parse(readFileSync(join(bin, '..', 'package.json'), 'utf8'));
  const cache = join(root, 'node_modules', '.cache');
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const half = await mkdtemp(join(cache, 'chromium-'));
  await unpack(bin, half);
  // The package's own configuration names the folders of AWS Lambda.
  const fonts = `<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`;
  await writeFile(join(half, FONTS_CONFIGURATION), fonts);
  await rename(half, folder).catch(() => rm(half, { recursive: true, force: true }));
  return folder;
}

async function unpack(bin: string, folder: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    const { inflate } = await import('@sparticuz/chromium');
    await Promise.all(['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((file) => inflate(join(bin, file))));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
