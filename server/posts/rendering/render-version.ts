/** Raised whenever the same source would render differently; posts rendered by an older one are rendered again. */
export const RENDER_VERSION = 4;
