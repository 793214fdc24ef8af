export { listFilesById, replaceFilesOfPost } from './file.repository.ts';
