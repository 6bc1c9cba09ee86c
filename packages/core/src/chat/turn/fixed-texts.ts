import type { Language } from '../context/language.ts';

/** The few sentences of a reply that no model writes. */
export const fixedTexts: Record<
  Language,
  {
    /** A denial without a reply of the operator's own. */
    readonly denied: string;
    readonly stopped: string;
    /** Before the list of what was done, when the model had no words for it. */
    readonly done: string;
    readonly doneButFailed: string;
  }
> = {
  en: {
    denied: 'I cannot help with that here.',
    stopped: '*Stopped.*',
    done: 'Done:',
    doneButFailed: 'The language model failed before it could answer. This was done:',
  },
  de: {
    denied: 'Dabei kann ich hier nicht helfen.',
    stopped: '*Angehalten.*',
    done: 'Erledigt:',
    doneButFailed: 'Das Sprachmodell ist ausgefallen, bevor es antworten konnte. Das wurde erledigt:',
  },
  it: {
    denied: 'Qui non posso aiutarti con questo.',
    stopped: '*Interrotto.*',
    done: 'Fatto:',
    doneButFailed: 'Il modello linguistico si è interrotto prima di rispondere. È stato fatto:',
  },
};
