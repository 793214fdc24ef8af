/** Minimal types of the package, which has none. */
declare module '@20minutes/s3rver' {
  import type { Readable } from 'node:stream';

  interface StoredBucketObject {
    readonly size: number;
    content: Readable | null;
    range?: { start: number; end: number };
  }

  interface Store {
    getResourcePath(bucket: string, key: string | undefined, resource: string): string;
    getObject(
      bucket: string,
      key: string,
      range?: { start?: number; end?: number },
    ): Promise<StoredBucketObject | null>;
    copyObject(
      fromBucket: string,
      from: string,
      toBucket: string,
      to: string,
      metadata: object | null,
    ): Promise<unknown>;
    getMetadata(bucket: string, key: string): Promise<unknown>;
    listObjects(bucket: string, options: { readonly maxKeys: number }): Promise<unknown>;
    putContent(path: string, content: Readable | Buffer): Promise<unknown>;
  }

  interface Context {
    readonly method: string;
    readonly query: Readonly<Record<string, string | undefined>>;
    readonly path: string;
    app: object;
    status: number;
    body: unknown;
    get(header: string): string;
  }

  class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string; readonly configs?: readonly string[] }[];
    });
    readonly store: Store;
    readonly middleware: ((ctx: Context, next: () => Promise<void>) => Promise<void>)[];
    readonly allowMismatchedSignatures: boolean;
    run(): Promise<{ port: number }>;
  }

  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default S3rver;
}
