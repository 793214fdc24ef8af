import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage when the heap has grown by half since the last collection. By default it lets a heap of this
 * size grow to several times its live objects. Call it before `enableCompileCache`, whose entries depend on the flags.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
