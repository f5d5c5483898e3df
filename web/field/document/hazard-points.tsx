/** The worst hazards, each with its first control and the risk that is left: on the card of a tablet, and on one's own phone. */
import { Risk } from '../frame/said.tsx';
import type { KeyPoints } from './key-points.ts';

export function HazardPoints({ hazards, lang }: Pick<KeyPoints, 'hazards'> & { readonly lang: string }) {
  return (
    <ul class="points">
      {hazards.map(({ hazard, control }) => (
        <li key={hazard.id}>
          <div class="main" lang={lang}>
            <h3>{hazard.name}</h3>
            <p class="second">{control}</p>
          </div>
          <Risk band={hazard.band_after} risk={hazard.risk_after} />
        </li>
      ))}
    </ul>
  );
}
