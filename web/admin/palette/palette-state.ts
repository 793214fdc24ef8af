import { createFlag } from '../ui/flag.ts';

/** Whether the palette is asked for. */
export const palette = createFlag();
