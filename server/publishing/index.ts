export { postReviewRoutes } from './review/review.routes.ts';
export { ClockWatch } from './schedule/clock-watch.ts';
export { scheduleRoutes } from './schedule/schedule.routes.ts';
export { startSchedule } from './schedule/ticker.ts';
export {
  markStaticFilesOfCategories,
  markStaticFilesOfService,
  markStaticFilesWithPictures,
  remarkAllStaticFiles,
  remarkStaticFile,
} from './static-files/static-file.repository.ts';
export { staticFileRoutes } from './static-files/static-file.routes.ts';
export { noteFilesChanged, startStaticFiles } from './static-files/static-files.ts';
