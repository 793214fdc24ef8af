/** The parts of a list that is typed with commas. */
export function splitList(typed: string): readonly string[] {
  return typed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A list with something taken out of it, or put behind the others. */
export function toggled(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list.filter((each) => each !== item) : [...list, item];
}
