/** The SDK suite in memory, in Node. */
import { memoryPlace } from '../kit/places.ts';
import { suite } from './suite/suite.ts';
import { openControls } from './suite/world-controls.ts';

suite('memory', { openControls: () => openControls(), newPlace: memoryPlace });
