/** Returns the transferred files without folders, which browsers list as unreadable files. */
export function filesOf(data: DataTransfer | null): File[] {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file');
  return items.flatMap((item) => {
    const file = item.webkitGetAsEntry()?.isDirectory ? null : item.getAsFile();
    return file ? [file] : [];
  });
}

/** Returns true when the data has text: programs often add an image of copied text, and the text is meant then. */
export function hasWords(data: DataTransfer | null): boolean {
  return (data?.getData('text/plain') ?? '').trim() !== '';
}
