import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync, rmSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/**
 * Runs an S3 server with an empty bucket until its parent process ends. Corrects deviations of the package from S3:
 * reads during a replacement are consistent, single-byte ranges work, a copy has the ETag of its content, multipart
 * uploads can be aborted, and a bucket can be listed by its full name. List pages are short, so that few objects fill
 * several. If keys may not list the bucket, lists fail and missing objects return 403, as in S3.
 */
const [bucket = 'media', port = '0', mayList = 'true'] = process.argv.slice(2);
const directory = await mkdtemp(join(tmpdir(), 'kawaraban-s3-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
for (const name of ['disconnect', 'SIGTERM']) process.on(name, () => process.exit());

const CORS_CONFIGURATION =
  '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod>' +
  '<AllowedHeader>content-type</AllowedHeader></CORSRule></CORSConfiguration>';

const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  directory,
  configureBuckets: [{ name: bucket, configs: [CORS_CONFIGURATION] }],
});
const { store } = server;

const putContent = store.putContent.bind(store);
store.putContent = async (path, content) => {
  const draft = join(directory, randomUUID());
  try {
    const result = await putContent(draft, content);
    await rename(draft, path);
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};

const getObject = store.getObject.bind(store);
store.getObject = async (bucketName, key, range) => {
  if (range?.start !== 0 || range.end !== 0) return getObject(bucketName, key, range);
  const object = await getObject(bucketName, key);
  if (!object) return null;
  object.content?.destroy();
  const path = store.getResourcePath(bucketName, key, 'object');
  return Object.assign(object, { content: object.size > 0 ? createReadStream(path, range) : null, range });
};

const PAGE = 40;
const listObjects = store.listObjects.bind(store);
store.listObjects = (bucketName, options) =>
  listObjects(bucketName, { ...options, maxKeys: Math.min(PAGE, options.maxKeys) });

const copyObject = store.copyObject.bind(store);
store.copyObject = async (fromBucket, from, toBucket, to, metadata) => {
  await copyObject(fromBucket, from, toBucket, to, metadata);
  await rm(store.getResourcePath(toBucket, to, 'object.md5'), { force: true });
  return store.getMetadata(toBucket, to);
};

server.middleware.unshift(async (ctx, next) => {
  const { uploadId } = ctx.query;
  if (ctx.method === 'DELETE' && uploadId !== undefined) {
    await rm(join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId), { recursive: true });
    ctx.status = 204;
    return;
  }
  // The trailing slash is part of the signature, but the package omits it when verifying.
  const isOfBucket = ctx.method === 'GET' && /^\/[^/]+\/$/.test(ctx.path);
  if (isOfBucket) ctx.app = Object.assign(Object.create(ctx.app), { allowMismatchedSignatures: true });
  await next();
});

if (mayList === 'false') {
  server.middleware.unshift(async (ctx, next) => {
    const copied = ctx.get('x-amz-copy-source');
    const isRead = copied !== '' || ctx.method === 'GET' || ctx.method === 'HEAD';
    const [, key = ''] = (copied === '' ? ctx.path : `/${copied}`).replace(/^\/[^/]+/, '').split(/^\//);
    const isThere = key !== '' && existsSync(store.getResourcePath(bucket, key, 'object'));
    if (!isRead || isThere) return next();
    Object.assign(ctx, { status: 403, type: 'application/xml' });
    ctx.body = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
  });
}

const address = await server.run();
process.send?.({ port: address.port, directory });
