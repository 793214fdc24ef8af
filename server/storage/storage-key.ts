const MAX_KEY = 1024;
const MAX_SEGMENT = 255;
/** Security: no segment begins with a dot, which excludes `..` and temporary files. */
const KEY = /^[0-9a-zA-Z_-][0-9a-zA-Z_.-]*(\/[0-9a-zA-Z_-][0-9a-zA-Z_.-]*)*$/;

export function isStorageKey(text: string): boolean {
  return text.length <= MAX_KEY && KEY.test(text) && text.split('/').every((segment) => segment.length <= MAX_SEGMENT);
}

/** @throws {Error} for an invalid key, which is a programming error */
export function checkKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`No key of a storage: ${JSON.stringify(key.slice(0, 200))}`);
}

/** @throws {Error} unless the prefix is empty or a key followed by a slash */
export function checkPrefix(prefix: string): void {
  if (prefix !== '' && !(prefix.endsWith('/') && isStorageKey(prefix.slice(0, -1)))) {
    throw new Error(`No prefix of a storage: ${JSON.stringify(prefix.slice(0, 200))}`);
  }
}
