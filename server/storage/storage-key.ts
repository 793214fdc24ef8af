/** As long as object stores allow. */
const MAX_KEY = 1024;
/** As long as file systems allow a name to be. */
const MAX_SEGMENT = 255;
/** No segment begins with a dot: none is `..`, and none is a file of the storage's own. */
const KEY = /^[0-9a-zA-Z_-][0-9a-zA-Z_.-]*(\/[0-9a-zA-Z_-][0-9a-zA-Z_.-]*)*$/;

/** Whether a text can name an object. No other text ever reaches the file system. */
export function isStorageKey(text: string): boolean {
  return text.length <= MAX_KEY && KEY.test(text) && text.split('/').every((segment) => segment.length <= MAX_SEGMENT);
}

/** @throws {Error} for what can name no object, since whoever asks with it has forgotten to look. */
export function checkKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`No key of a storage: ${JSON.stringify(key.slice(0, 200))}`);
}

/** A prefix is empty or the beginning of keys, up to a slash. */
export function checkPrefix(prefix: string): void {
  if (prefix !== '' && !(prefix.endsWith('/') && isStorageKey(prefix.slice(0, -1)))) {
    throw new Error(`No prefix of a storage: ${JSON.stringify(prefix.slice(0, 200))}`);
  }
}
