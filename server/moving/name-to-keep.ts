import { existsSync } from 'node:fs';

const BEFORE = '.before-restore';

/**
 * The name that something keeps which has to make way, always one that nothing has yet.
 * @param endings Of the files that go with it.
 */
export function nameToKeep(path: string, endings: readonly string[] = ['']): string {
  for (let number = 1; ; number += 1) {
    const name = `${path}${BEFORE}${number === 1 ? '' : `-${number}`}`;
    if (!endings.some((ending) => existsSync(`${name}${ending}`))) return name;
  }
}
