/** Portuguese words of the help. */
import type { Help } from '../translation.ts';

export const help: Help = {
  help: 'Ajuda',
  helpBelow: 'Respostas que estão aqui mesmo sem rede',
  askOffice: (organisation) => `Se a resposta não estiver aqui, pergunte ao escritório: ${organisation}.`,
  answers: {
    noSignal: {
      question: 'Não há rede',
      answer: () =>
        'Continue: leia, informe, assine, verifique, comunique e pare o trabalho como sempre. O que aparece como guardado está neste tablet e é enviado sozinho quando houver rede. O sinal no topo diz o que ainda espera.',
    },
    needsYou: {
      question: 'O sinal no topo diz que algo precisa de mim',
      answer: () =>
        'Toque nele. O servidor não aceitou algo: vê o quê e porquê, e escolhe o que fazer. Nada se perde sem que o diga.',
    },
    cannotSign: {
      question: 'Alguém não consegue assinar no ecrã, ou não quer',
      answer: ({ cannotDraw, notWilling }) =>
        `“${cannotDraw}” deixa escrever o nome, com uma testemunha. “${notWilling}” regista que não assinou, e porquê.`,
    },
    notListed: {
      question: 'Alguém não está na lista',
      answer: ({ addPerson }) => `“${addPerson}” na sessão: nome, empresa e língua. Depois assina como os outros.`,
    },
    language: {
      question: 'Alguém não lê inglês',
      answer: () =>
        'Ao tocar num nome, a declaração e os botões ficam na língua dessa pessoa. As palavras que ninguém verificou dizem-no: use um intérprete.',
    },
    newVersion: {
      question: 'Há uma versão nova',
      answer: ({ briefNow }) =>
        `Mostra o que mudou. “${briefNow}” começa a sessão, e todos assinam de novo. O que foi assinado antes fica registado com a sua versão.`,
    },
    pin: {
      question: 'O PIN foi esquecido',
      answer: ({ codeRemovesPin }) =>
        `Peça ao escritório um novo código para este tablet. Onde se pede o PIN, toque em “${codeRemovesPin}” e escreva o código. Tudo o resto fica.`,
    },
    full: {
      question: 'O tablet está cheio',
      answer: () =>
        'Apague fotografias e aplicações de que ninguém precisa. O que apareceu como guardado fica; até haver espaço, nada de novo se guarda.',
    },
    lost: {
      question: 'Um tablet perdeu-se ou avariou',
      answer: () =>
        'Avise logo o escritório: pode desligar o tablet. O que foi enviado está seguro. O que ainda esperava só está nesse tablet.',
    },
  },
};
