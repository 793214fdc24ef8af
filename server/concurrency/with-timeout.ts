export async function withTimeout<T>(timeMs: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeMs, undefined);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

export async function waitAtMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  await withTimeout(
    ms,
    Promise.resolve(work).catch(() => {}),
  );
}

export async function withDeadline<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const done = await withTimeout(
    ms,
    work.then((result) => ({ result })),
  );
  if (!done) throw new Error(`no answer within ${ms / 1000} seconds`);
  return done.result;
}
