import { createFlag } from '../ui/flag.ts';

export const shortcutHelp = createFlag();
