/** Of an incident. The tablet's first screen asks for it, and loads no shape of a record. */
export const mostIncidentPhotos = 50;
