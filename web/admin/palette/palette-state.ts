import { createFlag } from '../ui/flag.ts';

export const palette = createFlag();
