/** Resolves to undefined if the promise takes longer. */
export async function within<T>(timeMs: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeMs, undefined);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
