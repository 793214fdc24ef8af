export { publishingRoutes } from './publishing.routes.ts';
export { ClockWatch } from './schedule/clock-watch.ts';
export { startSchedule } from './schedule/ticker.ts';
export {
  markStaticFilesOfCategories,
  markStaticFilesOfService,
  markStaticFilesWithPictures,
  remarkAllStaticFiles,
  remarkStaticFile,
} from './static-files/static-file.repository.ts';
export { noteFilesChanged, startStaticFiles } from './static-files/static-files.ts';
