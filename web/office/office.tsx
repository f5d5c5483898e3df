/** The office as a whole: the screen that the address names. */
import { LivingPage } from './living/page.tsx';

export function Office() {
  return <LivingPage />;
}
