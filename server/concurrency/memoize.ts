const LONGEST_TEXT = 500;

/** Keeps between `most` and twice as many recent results. */
export function memoizeLru<Result>(most: number, compute: (text: string) => Result): (text: string) => Result {
  let latest = new Map<string, Result>();
  let previous = new Map<string, Result>();
  return (text) => {
    const known = latest.get(text);
    // The cached result may be undefined.
    if (known !== undefined || latest.has(text)) return known as Result;
    const result = previous.has(text) ? (previous.get(text) as Result) : compute(text);
    if (text.length > LONGEST_TEXT) return result;
    if (latest.size >= most) [previous, latest] = [latest, new Map()];
    latest.set(text, result);
    return result;
  };
}
