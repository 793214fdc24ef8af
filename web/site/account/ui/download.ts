/** Hands a text to the person as a file. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Browsers begin to read it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
