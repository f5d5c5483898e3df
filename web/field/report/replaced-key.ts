/** Under which keys the photos are kept that must not be sent. Apart, so that the first screen loads no more of it than needed. */
export const photosPrefix = 'photos ';
/** They were taken again, or what they belonged to was thrown away. */
export const replacedKey = `${photosPrefix}replaced`;
/** They are being stored, and belong to nothing yet. */
export const takenKey = `${photosPrefix}being taken`;
