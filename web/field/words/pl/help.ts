/** Polish words of the help. */
import type { Help } from '../translation.ts';

export const help: Help = {
  help: 'Pomoc',
  helpBelow: 'Odpowiedzi dostępne też bez zasięgu',
  askOffice: (organisation) => `Jeśli nie ma tu odpowiedzi, zapytaj biuro: ${organisation}.`,
  answers: {
    noSignal: {
      question: 'Nie ma zasięgu',
      answer: () =>
        'Pracuj dalej: czytaj, szkol, podpisuj, sprawdzaj, zgłaszaj i wstrzymuj pracę jak zawsze. Co pokazano jako zapisane, jest na tym tablecie i wyśle się samo, gdy wróci zasięg. Znak u góry mówi, co jeszcze czeka.',
    },
    needsYou: {
      question: 'Znak u góry mówi, że coś wymaga mnie',
      answer: () =>
        'Dotknij go. Serwer czegoś nie przyjął: zobaczysz co i dlaczego, i wybierzesz, co zrobić. Nic nie przepada, dopóki sam tego nie każesz.',
    },
    cannotSign: {
      question: 'Ktoś nie może podpisać na ekranie albo nie chce',
      answer: ({ cannotDraw, notWilling }) =>
        `„${cannotDraw}” pozwala wpisać imię i nazwisko, ze świadkiem. „${notWilling}” zapisuje, że nie podpisano, i dlaczego.`,
    },
    notListed: {
      question: 'Kogoś nie ma na liście',
      answer: ({ addPerson }) => `„${addPerson}” w szkoleniu: imię i nazwisko, firma, język. Potem podpisuje jak inni.`,
    },
    language: {
      question: 'Ktoś nie czyta po angielsku',
      answer: () =>
        'Po dotknięciu nazwiska oświadczenie i przyciski są w języku tej osoby. Słowa, których nikt nie sprawdził, mówią o tym: poproś tłumacza.',
    },
    newVersion: {
      question: 'Jest nowa wersja',
      answer: ({ briefNow }) =>
        `Widać, co się zmieniło. „${briefNow}” zaczyna szkolenie i wszyscy podpisują ponownie. Wcześniejsze podpisy pozostają zapisane ze swoją wersją.`,
    },
    pin: {
      question: 'PIN został zapomniany',
      answer: ({ codeRemovesPin }) =>
        `Poproś biuro o nowy kod dla tego tabletu. Tam, gdzie trzeba podać PIN, dotknij „${codeRemovesPin}” i wpisz kod. Cała reszta zostaje.`,
    },
    full: {
      question: 'Tablet jest pełny',
      answer: () =>
        'Usuń z niego zdjęcia i aplikacje, których nikt nie potrzebuje. Co pokazano jako zapisane, zostaje; dopóki nie ma miejsca, nic nowego się nie zapisze.',
    },
    lost: {
      question: 'Tablet zginął albo się zepsuł',
      answer: () =>
        'Od razu powiedz biuru: może wyłączyć ten tablet. Co wysłano, jest bezpieczne. Co jeszcze czekało, jest tylko na tamtym tablecie.',
    },
  },
};
