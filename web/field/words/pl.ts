/** Polish, not checked: the words of signing. What is missing is shown in English. */
import type { Translation } from './translation.ts';

export const polish: Translation = {
  sign: 'Podpisz',
  signHere: 'Podpisz palcem',
  clear: 'Wyczyść',
  done: 'Gotowe',
  cannotDraw: 'Nie mogę rysować',
  notWilling: 'Nie chcę podpisać',
  typedName: 'Wpisz swoje imię i nazwisko',
  witness: 'Imię i nazwisko świadka',
  emptyInk: 'Najpierw podpisz się na linii.',
};
