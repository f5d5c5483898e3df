/** Punjabi in Gurmukhi, not checked by a native speaker. */
import type { Translation } from '../translation.ts';
import { crew } from './crew.ts';
import { everywhere } from './everywhere.ts';
import { help } from './help.ts';
import { reading } from './reading.ts';
import { tablet } from './tablet.ts';
import { work } from './work.ts';

export const punjabi: Translation = { ...everywhere, ...crew, ...help, ...work, ...tablet, ...reading };
