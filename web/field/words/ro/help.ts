/** Romanian words of the help. */
import type { Help } from '../translation.ts';

export const help: Help = {
  help: 'Ajutor',
  helpBelow: 'Răspunsuri care există și fără semnal',
  askOffice: (organisation) => `Dacă răspunsul nu este aici, întreabă biroul: ${organisation}.`,
  answers: {
    noSignal: {
      question: 'Nu este semnal',
      answer: () =>
        'Mergi mai departe: citește, instruiește, semnează, verifică, raportează și oprește lucrul ca de obicei. Ce se arată ca salvat este pe această tabletă și pleacă singur când revine semnalul. Semnul de sus spune ce mai așteaptă.',
    },
    needsYou: {
      question: 'Semnul de sus spune că ceva are nevoie de mine',
      answer: () =>
        'Atinge-l. Serverul nu a primit ceva: vezi ce și de ce și alegi ce faci. Nimic nu se aruncă dacă nu spui tu.',
    },
    cannotSign: {
      question: 'Cineva nu poate semna pe ecran sau nu vrea',
      answer: ({ cannotDraw, notWilling }) =>
        `„${cannotDraw}” îi lasă să-și scrie numele, cu un martor. „${notWilling}” înregistrează că nu a semnat și de ce.`,
    },
    notListed: {
      question: 'Cineva nu este pe listă',
      answer: ({ addPerson }) => `„${addPerson}” la instruire: nume, firmă și limbă. Apoi semnează ca toți ceilalți.`,
    },
    language: {
      question: 'Cineva nu citește engleza',
      answer: () =>
        'Când atingi numele, declarația și butoanele sunt în limba acelei persoane. Cuvintele neverificate o spun: folosește un interpret.',
    },
    newVersion: {
      question: 'Există o versiune nouă',
      answer: ({ briefNow }) =>
        `Se arată ce s-a schimbat. „${briefNow}” începe instruirea și toți semnează din nou. Ce s-a semnat înainte rămâne înregistrat cu versiunea lui.`,
    },
    pin: {
      question: 'PIN-ul a fost uitat',
      answer: ({ codeRemovesPin }) =>
        `Cere biroului un cod nou pentru această tabletă. Unde se cere PIN-ul, atinge „${codeRemovesPin}” și scrie codul. Restul rămâne.`,
    },
    full: {
      question: 'Tableta este plină',
      answer: () =>
        'Șterge de pe ea poze și aplicații de care nu are nimeni nevoie. Ce s-a arătat ca salvat rămâne; până când este loc, nu se poate salva nimic nou.',
    },
    lost: {
      question: 'O tabletă s-a pierdut sau s-a stricat',
      answer: () =>
        'Spune imediat la birou: poate opri tableta. Ce s-a trimis este în siguranță. Ce mai aștepta este doar pe acea tabletă.',
    },
  },
};
