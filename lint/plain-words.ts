/** Words that the code avoids in names, with the field's terms for them. */
const WORDS = new Map(
  Object.entries({
    wish: 'input, query or requested',
    deed: 'action',
    dress: 'enrich or decorate',
    whence: 'origin or request context',
    whoever: 'the role: reader, editor, admin',
    lately: 'recent',
    anew: 'again, recreate or rerender',
    refusal: 'error or rejection',
    patience: 'timeout',
    forest: 'tree',
    told: 'log, report or emit',
    mend: 'normalize or repair',
    complaint: 'error',
  }),
);

/** Phrases that no comment, message or test title contains. */
const PHRASES = /\b(whoever|whence|anew|lately|comes to its end|none of (?:ours|the \w+[’']s))\b/gi;

/** Openings of comments that hide the subject. A comment opens with a verb or a noun. */
const OPENING = /^(What|Who|Whose|Whom|Whether|Of|In|By|Nothing|None|Where|As)\b/i;

export function findUnplainWords(source: string): string[] {
  const problems: string[] = [];
  for (const { 1: text = '' } of source.matchAll(/\/\*\*[\s*]*([^\n]*)/g)) {
    if (OPENING.test(text)) problems.push(`comment opens with ${text.split(' ', 1)[0]}: ${text.slice(0, 60)}`);
  }
  for (const [phrase] of source.matchAll(PHRASES)) problems.push(`rephrase: ${phrase}`);
  const names = new Set(withoutCommentsAndStrings(source).match(/[A-Za-z_$][\w$]*/g));
  for (const name of names) {
    for (const part of name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z]+/)) {
      const term = WORDS.get(part) ?? WORDS.get(part.replace(/(?:e?s|ed)$/, ''));
      if (term) problems.push(`${name}: say ${term}`);
    }
  }
  return problems;
}

function withoutCommentsAndStrings(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, ' ');
}
