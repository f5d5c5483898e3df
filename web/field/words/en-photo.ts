/** The words of hiding faces in a photo, in English. */

import { pluralIn } from './plural.ts';

const plural = pluralIn('en');

export const photoWords = {
  hideFaces: 'Hide faces before a photo is kept',
  tapFaces: 'Tap each face. Then keep the photo.',
  facesPicture: 'The photo. Arrow keys move a ring, Enter hides what is in it.',
  facesHidden: (count: number) => plural(count, { one: '1 place is hidden', other: `${count} places are hidden` }),
  undoFace: 'Undo the last',
  photoLeft: 'The photo was not kept: its screen was left before the faces were hidden. Take it again.',
  photoUnfitting: 'The photo could not be added to its report. It stays with the photos of the site.',
  dropPicture: 'Do not keep it',
  keepPicture: 'Keep the photo',
};
