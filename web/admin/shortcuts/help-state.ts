import { createFlag } from '../ui/flag.ts';

/** Whether the list of shortcuts is asked for. */
export const shortcutHelp = createFlag();
