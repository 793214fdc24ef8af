import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface Chromium {
  readonly executablePath: string;
  /** Where the libraries and fonts that a bare machine lacks are found. */
  readonly env: Record<string, string>;
}

/** The browser that the tests use: CHROMIUM_PATH, or the one in our dependencies, unpacked once. */
export async function findChromium(): Promise<Chromium> {
  const { CHROMIUM_PATH, LD_LIBRARY_PATH } = process.env;
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH, env: {} };
  const folder = await unpacked();
  const libraries = [LD_LIBRARY_PATH, join(folder, 'al2023', 'lib')].filter(Boolean).join(':');
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, FONTS_CONFIGURATION) };
  return { executablePath: join(folder, 'chromium'), env: { LD_LIBRARY_PATH: libraries, ...fonts } };
}

/** Own arguments: the package's switch off what the tests are about, such as CORS. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

const FONTS_CONFIGURATION = 'fonts.conf';

/** The package unpacks to the temporary folder whatever version lies there, so each version gets a folder of its own. */
async function unpacked(): Promise<string> {
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin');
  const { version } = JSON.parse(readFileSync(join(bin, '..', 'package.json'), 'utf8'));
  const cache = join(root, 'node_modules', '.cache');
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const half = await mkdtemp(join(cache, 'chromium-'));
  await unpack(bin, half);
  // The package's own names folders of another kind of machine.
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
