/** Changes one member of an object of a substance, such as the first aid for eyes: its other members stay as they are then. */
import type { Json, JsonObject } from '../../../../../shared/base/json.ts';
import { saysTheSame } from '../../../../../shared/crypto/canonical.ts';
import type { Rest } from '../../../base/attempt.ts';
import { seeing } from '../../../base/seeing.ts';

type Update = Rest['updateCoshhAssessment'];

/** Returns what sends it. Sent again after a lost answer, it is the same request. */
export function memberChange(
  substance: { readonly document: string; readonly id: string },
  holder: string,
  name: string,
  next: unknown,
  seen: unknown,
): (attempt: Rest) => ReturnType<Update> {
  let body: Parameters<Update>[0]['body'] | undefined;
  return async (attempt) => {
    body ??= bodyOf((await attempt.getCoshhAssessment(substance)) as unknown as Substance, holder, name, next, seen); // this field is an object
    return await attempt.updateCoshhAssessment({ ...substance, body });
  };
}

type Substance = Readonly<Record<string, JsonObject | null>>;

function bodyOf(now: Substance, holder: string, name: string, next: unknown, seen: unknown) {
  const members = now[holder];
  const of = (value: unknown) => ({ [holder]: { ...members, [name]: value } });
  const isAsSeen = saysTheSame(members?.[name], (seen ?? null) as Json); // as the server replied
  return seeing(of(next), isAsSeen ? {} : of(seen), now);
}
