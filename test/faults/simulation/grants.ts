/** A token is limited to projects, to other ones, or to none any more (contract, Sync): what its tablet then receives and gives up. */
import type { Chance } from '../../kit/clock.ts';
import type { World } from '../../kit/world.ts';
import type { History } from './history.ts';
import type { Tablet } from './tablet.ts';

export async function changeGrant(
  world: World,
  history: History,
  tablet: Tablet,
  chance: Chance,
  projects: readonly string[],
): Promise<void> {
  const grant = chance.pick([null, null, [], projects.slice(0, 1), projects.slice(1), projects]);
  const { status, text } = await world.api('PUT', `/api/v1/tokens/${tablet.badge.tokenId}`, { project_ids: grant });
  if (status !== 200) throw new Error(`the token was not changed: ${text}`);
  const { badge } = tablet;
  const now = world.clock.now();
  if (JSON.stringify(grant) !== JSON.stringify(badge.grant))
    badge.past = [...badge.past, { grant: badge.grant, untilMs: now, wasSetBack: history.latestMs > now }];
  badge.grant = grant;
  history.note(`${tablet.parts.name} may see ${grant ? grant.length : 'all'} projects`);
}
