const LONGEST_TEXT = 500;

/** Memoizes a pure function of a text, keeping between `most` and twice as many recent results. */
export function memoizeLru<Said>(most: number, ask: (text: string) => Said): (text: string) => Said {
  let latest = new Map<string, Said>();
  let former = new Map<string, Said>();
  return (text) => {
    const known = latest.get(text);
    // The cached result may be undefined.
    if (known !== undefined || latest.has(text)) return known as Said;
    const said = former.has(text) ? (former.get(text) as Said) : ask(text);
    if (text.length > LONGEST_TEXT) return said;
    if (latest.size >= most) [former, latest] = [latest, new Map()];
    latest.set(text, said);
    return said;
  };
}
