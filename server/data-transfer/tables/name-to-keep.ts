import { existsSync } from 'node:fs';

const BEFORE = '.before-restore';

/**
 * Returns an unused name for data that is replaced.
 * @param endings suffixes of the files that belong together
 */
export function nameToKeep(path: string, endings: readonly string[] = ['']): string {
  for (let number = 1; ; number += 1) {
    const name = `${path}${BEFORE}${number === 1 ? '' : `-${number}`}`;
    if (!endings.some((ending) => existsSync(`${name}${ending}`))) return name;
  }
}
