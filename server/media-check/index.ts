export { type CheckReport, checkMedia } from './check-media.ts';
export { checkObjects } from './check-objects.ts';
export { checkFiles } from './check-records.ts';
export type { Finding } from './finding.ts';
export { type MoveReport, moveMedia } from './move-media.ts';
