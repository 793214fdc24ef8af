import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseJson } from '../../platform/parse-json.ts';
import { checksumOfBuffer, isSameChecksum } from '../checksum.ts';
import { TransferError } from '../transfer-error.ts';
import { type ManifestPart, type PartFile, pathOfFile, readBytes } from './manifest.ts';

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

export interface ReadRecord {
  readonly value: unknown;
  readonly place: string;
}

/**
 * Reads the records of a file.
 * @throws {TransferError} when it does not match the manifest
 */
export async function readRecords(folder: string, file: PartFile): Promise<ReadRecord[]> {
  const { path, records } = file;
  const content = await readBytes(folder, path);
  if (!isSameChecksum(checksumOfBuffer(content), file))
    throw new TransferError(`${path} is damaged: it is not what the manifest says.`);
  const lines = content.toString('utf8').split('\n');
  if (lines.pop() !== '' || lines.length !== records) throw new TransferError(`${path} is damaged: it ends too early.`);
  return lines.map((line, index) => {
    const place = `${path}, line ${index + 1}`;
    const value = parseJson(line);
    if (value === undefined) throw new TransferError(`${place}: this is no JSON.`);
    return { value, place };
  });
}
