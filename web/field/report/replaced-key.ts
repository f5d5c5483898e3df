/** Under which key the photos are kept that were taken again. Apart, so that the first screen loads no more of it than needed. */
export const replacedKey = 'photos replaced';
