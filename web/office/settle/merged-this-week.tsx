/** Below what is to be settled: how many edits were merged by themselves since Monday, and the way to look at them. */
import { useLive } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
import { weekBegan } from '../base/times.ts';

/** Undefined while it is not known. */
export function useMergedThisWeek(): number | undefined {
  const since = weekBegan();
  const read = useLive(`merged since ${since}`, () =>
    rest.listMergedEdits({ query: { updated_since: since, per_page: 1 } }),
  );
  return read.value?.meta.total;
}

export function MergedThisWeek() {
  const count = useMergedThisWeek();
  return (
    <div class="by-themselves">
      {count !== undefined && (
        <span class="second">
          {count === 0 ? 'Nothing was merged by itself this week.' : `Settled by themselves this week: ${count}`}
        </span>
      )}
      <a href="/office/settle/merged">See what was merged</a>
    </div>
  );
}
