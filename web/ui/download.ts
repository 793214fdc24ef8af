export function download(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Browsers start reading the blob after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
