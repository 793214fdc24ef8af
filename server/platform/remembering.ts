/** What is longer is asked anew each time. */
const LONGEST_TEXT = 500;

/** Remembers what a function of nothing but a text has said: of the latest texts, and of at most twice so many. */
export function remembering<Said>(most: number, ask: (text: string) => Said): (text: string) => Said {
  let latest = new Map<string, Said>();
  let former = new Map<string, Said>();
  return (text) => {
    const known = latest.get(text);
    // It may have said nothing, which is to be remembered, too.
    if (known !== undefined || latest.has(text)) return known as Said;
    const said = former.has(text) ? (former.get(text) as Said) : ask(text);
    if (text.length > LONGEST_TEXT) return said;
    if (latest.size >= most) [former, latest] = [latest, new Map()];
    latest.set(text, said);
    return said;
  };
}
