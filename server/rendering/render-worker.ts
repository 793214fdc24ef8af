import { serveJobs } from '../concurrency/serve-jobs.ts';
import { type Conversion, convertBody } from './convert-body.ts';
import { type BodySource, renderBody } from './render-body.ts';

export type RenderJob = BodySource | Conversion;

await serveJobs<RenderJob>(async (job) => ('to' in job ? convertBody(job) : renderBody(job)));
