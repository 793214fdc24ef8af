const BLOCK = /^(?:#{1,6} \S|[-*+] \S|\d+[.)] \S|> ?\S|```|~~~|\|.+\|\s*$|(?:-{3,}|\*{3,})\s*$)/;
const PHRASE = /\*\*[^*\s][^*]*\*\*|\[[^\]]+\]\([^)\s]+\)|(?<!`)`[^`\n]+`(?!`)|!\[[^\]]*\]\([^)\s]+\)/;

/** Guesses from block syntax or repeated inline marks that pasted text is Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.split('\n');
  const blocks = lines.filter((line) => BLOCK.test(line.trimEnd())).length;
  const phrases = lines.filter((line) => PHRASE.test(line)).length;
  return (
    blocks + phrases >= 2 || /^#{1,6} \S/.test(text) || /^```/m.test(text) || /\[[^\]]+\]\(https?:[^)\s]+\)/.test(text)
  );
}
