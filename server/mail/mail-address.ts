/** Accepts host names without a dot, for mail inside a company or machine. */
const ADDRESS = /^[^\s\p{Cc}@<>",;:\\()[\]]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u;

/** Security: accepts a single plain address that no mail server can read as several. */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}
