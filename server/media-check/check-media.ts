import { checkObjects, type ObjectCounts } from './check-objects.ts';
import { checkFiles, checkStaticFiles } from './check-records.ts';
import type { CheckRun, CheckTools, Finding } from './finding.ts';

export interface CheckOptions extends CheckRun {
  readonly isForced: boolean;
}

export interface CheckReport {
  readonly objects: number;
  readonly unknown: number;
  readonly files: number;
  readonly postFiles: number;
  readonly found: number;
  readonly repaired: number;
  /** True without repairs: storage and database seem to belong to different installations. */
  readonly isSuspicious: boolean;
}

/** Safe beside a running server. Young objects are skipped: their record may not be written yet. */
export async function checkMedia(tools: CheckTools, { isForced, ...options }: CheckOptions): Promise<CheckReport> {
  if (options.isRepairing && !isForced && (await isSuspicious(tools, options))) {
    return { objects: 0, unknown: 0, files: 0, postFiles: 0, found: 0, repaired: 0, isSuspicious: true };
  }
  let found = 0;
  let repaired = 0;
  const onFinding = (finding: Finding) => {
    found += 1;
    repaired += finding.isRepaired ? 1 : 0;
    options.onFinding(finding);
  };
  const run = { ...options, onFinding };
  const { objects, unknown } = await checkObjects(tools, run);
  const files = await checkFiles(tools, run);
  const postFiles = await checkStaticFiles(tools, run);
  return { objects, unknown, files, postFiles, found, repaired, isSuspicious: false };
}

const MIN_ORPHANS = 10;

async function isSuspicious(tools: CheckTools, { signal, onProgress }: CheckRun): Promise<boolean> {
  let orphans = 0;
  const onFinding = ({ kind }: Finding) => {
    orphans += kind === 'original-of-nothing' ? 1 : 0;
  };
  const { originals }: ObjectCounts = await checkObjects(tools, { isRepairing: false, signal, onFinding, onProgress });
  return orphans > MIN_ORPHANS && orphans * 2 > originals;
}
