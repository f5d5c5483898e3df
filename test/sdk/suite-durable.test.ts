/** The SDK suite on files that survive the process. */
import { durablePlace } from '../kit/places.ts';
import { suite } from './suite/suite.ts';
import { openControls } from './suite/world-controls.ts';

suite('durable', { openControls: () => openControls(), newPlace: durablePlace });
