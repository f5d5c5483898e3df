/** Changes one member of an object of a substance, such as the first aid for eyes: its other members stay as they are now. */
import type { Json, JsonObject } from '../../../../../shared/base/json.ts';
import { saysTheSame } from '../../../../../shared/crypto/canonical.ts';
import type { Rest } from '../../../base/attempt.ts';
import { seeing } from '../../../base/seeing.ts';

export async function saveMember(
  attempt: Rest,
  substance: { readonly document: string; readonly id: string },
  holder: string,
  name: string,
  next: unknown,
  seen: unknown,
): ReturnType<Rest['updateCoshhAssessment']> {
  const now = (await attempt.getCoshhAssessment(substance)) as unknown as Readonly<Record<string, JsonObject | null>>; // this field is an object
  const members = now[holder];
  const of = (value: unknown) => ({ [holder]: { ...members, [name]: value } });
  const isAsSeen = saysTheSame(members?.[name], (seen ?? null) as Json); // as the server replied
  return await attempt.updateCoshhAssessment({ ...substance, body: seeing(of(next), isAsSeen ? {} : of(seen), now) });
}
