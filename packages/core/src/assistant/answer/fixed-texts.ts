import type { Language } from '../../language/detect.ts';

/** The few sentences of a reply that no model writes. */
export const fixedTexts: Record<
  Language,
  {
    /** A denial without a reply of the operator's own. */
    readonly denied: string;
    readonly stopped: string;
    /** Nothing is left of the reply without the links that were taken out. */
    readonly onlyLinks: string;
    /** Before the list of what was done, when the model had no words for it. */
    readonly done: string;
    readonly doneButFailed: string;
    /** After a reply that is as long as one may be. */
    readonly full: string;
  }
> = {
  en: {
    denied: 'I cannot help with that here.',
    stopped: '*Stopped.*',
    onlyLinks: 'The reply was nothing but links that could have carried data away. They were taken out.',
    done: 'Done:',
    doneButFailed: 'The language model failed before it could answer. This was done:',
    full: '*The reply is cut off here: it has reached the greatest length.*',
  },
  de: {
    denied: 'Dabei kann ich hier nicht helfen.',
    stopped: '*Angehalten.*',
    onlyLinks: 'Die Antwort bestand nur aus Links, die Daten hätten mitnehmen können. Sie wurden entfernt.',
    done: 'Erledigt:',
    doneButFailed: 'Das Sprachmodell ist ausgefallen, bevor es antworten konnte. Das wurde erledigt:',
    full: '*Die Antwort bricht hier ab: Sie hat die größte Länge erreicht.*',
  },
  it: {
    denied: 'Qui non posso aiutarti con questo.',
    stopped: '*Interrotto.*',
    onlyLinks: 'La risposta conteneva soltanto link che avrebbero potuto portare via dati. Sono stati tolti.',
    done: 'Fatto:',
    doneButFailed: 'Il modello linguistico si è interrotto prima di rispondere. È stato fatto:',
    full: '*La risposta si interrompe qui: ha raggiunto la lunghezza massima.*',
  },
};
