/** Mail inside of a company or of one machine goes to names that no registry knows. */
const ADDRESS = /^[^\s\p{Cc}@<>",;:\\()[\]]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u;

/** Whether a text is one address, and nothing that a mail server could read as several, or as more than that. */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}
