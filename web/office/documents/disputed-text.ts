/** What a disputed field has, as a person reads it. */
import type { PlaceField, PlaceName } from '../base/sites.ts';
import { plainText } from './plain-text.ts';

/** A project or a site by its name. */
export function disputedText(field: string, value: unknown, placeName: PlaceName): string {
  return (
    (isPlace(field) && typeof value === 'string' && value ? placeName(field, value) : plainText(value)) || 'nothing'
  );
}

/** What can be written as text instead of both; a place is chosen. */
export function isWritable(field: string, value: unknown): value is string | number {
  return !isPlace(field) && (typeof value === 'string' || typeof value === 'number');
}

function isPlace(field: string): field is PlaceField {
  return field === 'project_id' || field === 'site_id';
}
