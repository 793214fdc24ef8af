const BLOCK = /^(?:#{1,6} \S|[-*+] \S|\d+[.)] \S|> ?\S|```|~~~|\|.+\|\s*$|(?:-{3,}|\*{3,})\s*$)/;
const PHRASE = /\*\*[^*\s][^*]*\*\*|\[[^\]]+\]\([^)\s]+\)|(?<!`)`[^`\n]+`(?!`)|!\[[^\]]*\]\([^)\s]+\)/;

/** Whether a text from the clipboard was written as Markdown: by its blocks, or by more than one of its marks. */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.split('\n');
  const blocks = lines.filter((line) => BLOCK.test(line.trimEnd())).length;
  const phrases = lines.filter((line) => PHRASE.test(line)).length;
  return (
    blocks + phrases >= 2 || /^#{1,6} \S/.test(text) || /^```/m.test(text) || /\[[^\]]+\]\(https?:[^)\s]+\)/.test(text)
  );
}
