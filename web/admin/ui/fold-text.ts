export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

export function containsText(texts: readonly string[], search: string): boolean {
  const words = foldText(search.trim());
  return texts.some((text) => foldText(text).includes(words));
}
