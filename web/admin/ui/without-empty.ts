/** Drops undefined and empty values, such as the results of fields without an error. */
export function withoutEmpty<Value>(record: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter((entry): entry is [string, Value] => Boolean(entry[1])));
}
