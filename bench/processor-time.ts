import { readdir, readFile } from 'node:fs/promises';

/** A Linux clock tick is a hundredth of a second. */
const MS_PER_TICK = 10;

interface Stat {
  readonly parent: number;
  readonly ms: number;
  readonly endedMs: number;
}

/** Returns milliseconds; 0 when the system does not provide the CPU time. */
export async function cpuMsOf(pid: number | undefined): Promise<number> {
  return (await statOf(pid))?.ms ?? 0;
}

/** Returns the CPU time of all descendants of a process, without its own. */
export async function cpuMsBelow(pid: number | undefined): Promise<number> {
  const children = await childrenOf(pid);
  const below = await Promise.all(children.map(async (child) => (await cpuMsOf(child)) + (await cpuMsBelow(child))));
  return below.reduce((sum, ms) => sum + ms, (await statOf(pid))?.endedMs ?? 0);
}

async function childrenOf(pid: number | undefined): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.map(Number).filter(Number.isInteger);
  const parents = await Promise.all(pids.map(async (each) => (await statOf(each))?.parent));
  return pids.filter((_, index) => parents[index] === pid);
}

async function statOf(pid: number | undefined): Promise<Stat | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The process name in parentheses may contain anything.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0] = fields.slice(1);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
  return { parent, ms: (user + system) * MS_PER_TICK, endedMs: (endedUser + endedSystem) * MS_PER_TICK };
}
