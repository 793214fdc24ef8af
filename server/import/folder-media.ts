import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fieldMessages } from '#contract/errors.ts';
import { HttpError } from '../http/errors.ts';
import { type LocalFileTools, storeLocalFile } from '../media-uploads/index.ts';
import { decodeUri } from '../platform/escaping.ts';
import { isInside, isMarkdown } from './list-markdown-files.ts';

export type TakenFile = { readonly address: string } | { readonly problem: string };

interface FolderMediaOptions {
  readonly tools: LocalFileTools;
  readonly folder: string;
  readonly serviceId: string;
  readonly actor: string;
}

export class FolderMedia {
  readonly #options: FolderMediaOptions;
  readonly #taken = new Map<string, Promise<TakenFile>>();

  constructor(options: FolderMediaOptions) {
    this.#options = options;
  }

  async take(address: string, path: string): Promise<TakenFile | undefined> {
    const location = await this.#locate(address, path);
    if (location === undefined) return undefined;
    const taken = this.#taken.get(location) ?? this.#store(location);
    this.#taken.set(location, taken);
    return taken;
  }

  async #locate(address: string, path: string): Promise<string | undefined> {
    const [plain = ''] = address.trim().split(/[?#]/, 1);
    if (plain === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(plain) || isMarkdown(plain)) return undefined;
    const root = await realpath(this.#options.folder);
    const inside = plain.startsWith('/') ? decodeUri(plain) : join(dirname(path), decodeUri(plain));
    const location = await realpath(join(root, inside)).catch(() => undefined);
    if (location === undefined || !isInside(root, location)) return undefined;
    const isHidden = location
      .slice(root.length)
      .split(/[\\/]/)
      .some((part) => /^(?:\.|node_modules$)/.test(part));
    return !isHidden && (await stat(location)).isFile() ? location : undefined;
  }

  async #store(location: string): Promise<TakenFile> {
    const { tools, serviceId, actor } = this.#options;
    try {
      const file = { serviceId, path: location, name: basename(location), createdBy: actor };
      return { address: await storeLocalFile(tools, file) };
    } catch (error) {
      if (!(error instanceof HttpError) || error.status >= 500) throw error;
      const { message, errors = [] } = error.body;
      return { problem: errors.map((each) => REASONS[each.message] ?? each.message).join(', ') || message };
    }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  [fieldMessages.typeNotAccepted]: 'the service does not accept files of this type',
  [fieldMessages.overMaxSize]: 'larger than the service accepts',
};
