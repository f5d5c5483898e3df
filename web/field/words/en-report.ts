/** The words of reporting and of stopping the work, in English. */

import { pluralIn } from './plural.ts';

const plural = pluralIn('en');

export const reportWords = {
  whatHappened: 'What happened?',
  kinds: {
    near_miss: 'Near miss',
    injury: 'Someone hurt',
    service_strike: 'Service strike',
    property_damage: 'Damage',
    unsafe_condition: 'Unsafe condition',
    positive_observation: 'Good catch',
  },
  danger: 'In danger now? Call 999 or 112.',
  goOn: 'Go on',
  showOrTell: 'Show or tell',
  takePhoto: 'Take a photo',
  typeLine: 'Type a line',
  skip: 'Skip',
  where: 'Where?',
  otherPlace: 'Type another place',
  place: 'Place',
  withoutName: 'Report without my name',
  reported: 'Reported.',
  reportedHelp: 'Saved on this tablet, sent first when there is signal.',
  addPhoto: 'Add a photo',
  photosWithIt: (count: number) =>
    plural(count, { one: '1 photo is with this report.', other: `${count} photos are with this report.` }),
  photoLater: 'Photo added later.',
  photoNamesTablet: 'Nobody is named on this report. A photo that is added now says that it came from this tablet.',
  reportAway: 'This report is not on this tablet any more. The office has it.',
  noWords: (kind: string) => `${kind}, no words yet`,
  photoKept: 'The photo is kept.',
  photoFailed: 'The photo did not save. The report did.',
  photosFull: (most: number) =>
    plural(most, { one: 'No more than 1 photo fits here.', other: `No more than ${most} photos fit here.` }),
  begun: 'Begun and not finished',
  throwAway: 'Throw it away',
  throwAwaySure: 'Throw it away? Nobody else has it.',
  again: 'Take it again',
  reportElsewhere: (site: string) =>
    `This tablet works somewhere else now. The report still goes to ${site}, with the photos that it has.`,
  onSite: 'On the site',
  stopTitle: 'Stop work',
  stopHelp: 'Make it safe, and tell everybody near you. Then say why.',
  reportNowhere: 'Something new can be reported once this tablet has a site. Tell the person in charge.',
  stopNowhere: 'It cannot be recorded before this tablet has a site. Tell the person in charge.',
  stopReasons: [
    'Wind or weather',
    'Unsafe access',
    'Plant or lifting',
    'Services found',
    'Somebody hurt',
    'Not as planned',
  ],
  stopped: 'Stop recorded.',
  stoppedHelp: 'Kept on this tablet and sent first. Work starts again when the person in charge says so.',
  closeStop: 'Work may start again',
};
