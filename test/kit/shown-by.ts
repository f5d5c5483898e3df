/** Everything that a device shows, to compare with what its server holds. */
import type { Device } from '../../client-sdk/index.ts';

/** `id rev` of every record, sorted; as `recordsOf` of kit/limited.ts says it of the server. */
export async function shownBy(device: Device): Promise<string[]> {
  const { projects, sites, documents, sections, hazards, versions, signoffs, conflicts, workers, permits, incidents } =
    device;
  const views = [projects, sites, documents, sections, hazards, device.coshh, device.personnel];
  const reads = [versions, signoffs, conflicts, workers, permits, incidents];
  const lists = await Promise.all([...views, ...reads].map((view) => view.find({})));
  return lists
    .flat()
    .map((shown) => `${shown.id} ${(shown as unknown as { readonly rev: number }).rev}`) // every record shows its revision
    .toSorted();
}
