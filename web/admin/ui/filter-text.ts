/** Makes letters comparable in any width and case, and katakana equal to hiragana. */
export function foldForFilter(text: string): string {
  const hiragana = (katakana: string) => String.fromCharCode(katakana.charCodeAt(0) - 0x60);
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ァ-ヶ]/g, hiragana);
}

export function containsText(texts: readonly string[], search: string): boolean {
  const words = foldForFilter(search.trim());
  return texts.some((text) => foldForFilter(text).includes(words));
}
