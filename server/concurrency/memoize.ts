const LONGEST_TEXT = 500;

/** Memoizes a pure function of a text, keeping between `most` and twice as many recent results. */
export function memoizeLru<Result>(most: number, ask: (text: string) => Result): (text: string) => Result {
  let latest = new Map<string, Result>();
  let former = new Map<string, Result>();
  return (text) => {
    const known = latest.get(text);
    // The cached result may be undefined.
    if (known !== undefined || latest.has(text)) return known as Result;
    const said = former.has(text) ? (former.get(text) as Result) : ask(text);
    if (text.length > LONGEST_TEXT) return said;
    if (latest.size >= most) [former, latest] = [latest, new Map()];
    latest.set(text, said);
    return said;
  };
}
