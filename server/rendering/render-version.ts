/** Increase whenever the same source would render differently; older posts are then rendered again. */
export const RENDER_VERSION = 4;
