import { lstat, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { z } from 'zod';
import { NewServiceId } from '#contract/services.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { reasonOf } from '../../platform/reason-of.ts';
import { Checksum, checksumOfBuffer, isSameChecksum } from '../checksum.ts';
import { TransferError } from '../transfer-error.ts';

export const MANIFEST = 'manifest.json';
const FORMAT = 'kawaraban-service';
const VERSION = 2;
/** Version 1 has no file contents. */
const READ_VERSIONS: readonly unknown[] = [1, VERSION];

const MAX_MANIFEST = 16 * 1024 * 1024;
/** Exports end a file soon after 8 MB, so valid files are smaller. */
const MAX_FILE = 64 * 1024 * 1024;

const count = z.int().min(0);

const PartFile = z.strictObject({
  path: z.string().max(100),
  records: count,
  bytes: count.max(MAX_FILE),
  sha256: Checksum.shape.sha256,
});
type PartFile = z.infer<typeof PartFile>;

const ManifestPart = z.strictObject({
  name: z.string().max(40),
  records: count,
  files: z.array(PartFile).max(1_000_000),
});
export type ManifestPart = z.infer<typeof ManifestPart>;

const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal([1, VERSION]),
  serviceId: NewServiceId,
  parts: z.array(ManifestPart).max(100),
});
export type Manifest = z.infer<typeof Manifest>;

/** Security: no other paths are written or read. */
function pathOfFile(part: string, index: number): string {
  return `${part}/${String(index + 1).padStart(5, '0')}.jsonl`;
}

export async function writeManifest(folder: string, { serviceId, parts }: Pick<Manifest, 'serviceId' | 'parts'>) {
  const manifest: Manifest = { format: FORMAT, version: VERSION, serviceId, parts: [...parts] };
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
}

export async function readManifest(folder: string, knownParts: readonly string[]): Promise<Manifest> {
  const content = await readText(folder, MANIFEST, MAX_MANIFEST);
  const value = parseJson(content);
  if (value === undefined) throw new TransferError(`${MANIFEST} is damaged: it is not JSON.`);
  const { format, version } = (value ?? {}) as Record<string, unknown>;
  if (format !== FORMAT) throw new TransferError(`${MANIFEST} does not belong to an exported service.`);
  if (!READ_VERSIONS.includes(version)) {
    throw new TransferError(
      `${MANIFEST} says version ${JSON.stringify(version)}; this Kawaraban reads version ${READ_VERSIONS.join(' and ')}.`,
    );
  }
  const { data: manifest, error } = Manifest.safeParse(value);
  if (!manifest) throw new TransferError(`${MANIFEST} is damaged: ${describeIssue(error)}`);
  const names = manifest.parts.map(({ name }) => name);
  const unknown = names.find((name) => !knownParts.includes(name));
  if (unknown !== undefined) {
    throw new TransferError(`${MANIFEST} has a part that this version does not know: ${unknown}. Use a newer version.`);
  }
  if (new Set(names).size !== names.length) throw new TransferError(`${MANIFEST} contains a part twice.`);
  for (const part of manifest.parts) checkPaths(part);
  return manifest;
}

function checkPaths({ name, records, files }: ManifestPart): void {
  const unknown = files.find(({ path }, index) => path !== pathOfFile(name, index));
  if (unknown) throw new TransferError(`${MANIFEST} contains a file that is not part of an export: ${unknown.path}`);
  const sum = files.reduce((total, file) => total + file.records, 0);
  if (sum !== records) throw new TransferError(`${MANIFEST} is damaged: the records of ${name} do not add up.`);
}

export function describeIssue({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') return `${[path, issue.keys[0]].filter(Boolean).join('.')} is unknown.`;
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined;
  return `${path || 'the record'} ${isMissing ? 'is missing' : 'is invalid'}.`;
}

async function readText(folder: string, path: string, maxBytes: number): Promise<string> {
  const bytes = await readBytes(folder, path, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TransferError(`${path} is damaged: it is not UTF-8.`);
  }
}

async function readBytes(folder: string, path: string, maxBytes = MAX_FILE): Promise<Buffer> {
  const size = await sizeOfFile(folder, path);
  if (size > maxBytes) throw new TransferError(`${path} is too large: ${size} bytes.`);
  try {
    return await readFile(join(folder, path));
  } catch (error) {
    throw new TransferError(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

export async function sizeOfFile(folder: string, path: string): Promise<number> {
  const absolute = join(folder, path);
  const info = await lstat(absolute).catch(() => undefined);
  if (!info) throw new TransferError(`${path} is missing.`);
  const isInside = async () => (await realpath(absolute)).startsWith(`${await realpath(folder)}${sep}`);
  if (!info.isFile() || !(await isInside())) throw new TransferError(`${path} is not a file in this folder.`);
  return info.size;
}

/** Limits per file. The split depends on the records only, so that equal parts yield equal files. */
const MAX_RECORDS = 1000;
const MAX_BYTES = 8 * 1024 * 1024;

export class RecordWriter {
  readonly #folder: string;
  readonly #name: string;
  readonly #files: PartFile[] = [];
  #lines: Buffer[] = [];
  #bytes = 0;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  async add(record: object): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(record)}\n`);
    this.#lines.push(line);
    this.#bytes += line.length;
    if (this.#lines.length >= MAX_RECORDS || this.#bytes >= MAX_BYTES) await this.#flush();
  }

  async end(): Promise<ManifestPart> {
    if (this.#lines.length > 0) await this.#flush();
    const records = this.#files.reduce((sum, file) => sum + file.records, 0);
    return { name: this.#name, records, files: this.#files };
  }

  async #flush(): Promise<void> {
    const content = Buffer.concat(this.#lines);
    const path = pathOfFile(this.#name, this.#files.length);
    await mkdir(dirname(join(this.#folder, path)), { recursive: true });
    await writeFile(join(this.#folder, path), content);
    this.#files.push({ path, records: this.#lines.length, ...checksumOfBuffer(content) });
    this.#lines = [];
    this.#bytes = 0;
  }
}

interface ReadRecord {
  readonly value: unknown;
  readonly location: string;
}

export async function readRecords(folder: string, file: PartFile): Promise<ReadRecord[]> {
  const { path, records } = file;
  const content = await readBytes(folder, path);
  if (!isSameChecksum(checksumOfBuffer(content), file))
    throw new TransferError(`${path} is damaged: it differs from the manifest.`);
  const lines = content.toString('utf8').split('\n');
  if (lines.pop() !== '' || lines.length !== records) throw new TransferError(`${path} is damaged: it ends too early.`);
  return lines.map((line, index) => {
    const location = `${path}, line ${index + 1}`;
    const value = parseJson(line);
    if (value === undefined) throw new TransferError(`${location}: not JSON.`);
    return { value, location };
  });
}
