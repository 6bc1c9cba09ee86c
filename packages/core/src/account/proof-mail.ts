import type { PreferredLanguage } from '@jarvis/contract';
import type { Mail } from '../ports/connections.ts';
import { mailOf } from './mail.ts';

/** The first proof of an account's address, and what it made worthless. */
export interface FirstProof {
  readonly email: string;
  readonly preferredLanguage: PreferredLanguage;
  readonly keysRevoked: number;
  /** Since when somebody else may have used the account. */
  readonly since: string;
}

interface Texts {
  readonly subject: string;
  readonly greeting: string;
  readonly what: string;
  readonly keys: (count: number) => string;
  readonly look: (day: string) => string;
}

const texts: Record<'en' | 'de' | 'it', Texts> = {
  en: {
    subject: 'Your Jarvis account is yours alone now',
    greeting: 'Hello,',
    what: 'this is the first time that you have shown this address to be yours. Until then anybody could have opened the account with it, so everybody who was signed in has been signed out.',
    keys: (count) =>
      count === 1
        ? 'One API key was revoked. Make a new one if a program of yours needs it.'
        : `${count} API keys were revoked. Make new ones if programs of yours need them.`,
    look: (day) =>
      `Nothing that is stored was deleted. If you did not open the account yourself on ${day}, look through its tasks and memories, and its instructions, which are switched off now: all since that day may be somebody else’s.`,
  },
  de: {
    subject: 'Dein Jarvis-Konto gehört jetzt nur dir',
    greeting: 'Hallo,',
    what: 'du hast zum ersten Mal gezeigt, dass diese Adresse dir gehört. Bis dahin konnte jeder das Konto damit eröffnet haben; darum wurden alle abgemeldet, die angemeldet waren.',
    keys: (count) =>
      count === 1
        ? 'Ein API-Schlüssel wurde widerrufen. Erstelle einen neuen, wenn ein Programm von dir ihn braucht.'
        : `${count} API-Schlüssel wurden widerrufen. Erstelle neue, wenn Programme von dir sie brauchen.`,
    look: (day) =>
      `Gespeichertes wurde nicht gelöscht. Wenn du das Konto am ${day} nicht selbst eröffnet hast, sieh die Aufgaben und Erinnerungen durch, und die Anweisungen, die jetzt ausgeschaltet sind: Alles seit diesem Tag kann von jemand anderem stammen.`,
  },
  it: {
    subject: 'Il tuo account Jarvis ora è solo tuo',
    greeting: 'Ciao,',
    what: 'hai dimostrato per la prima volta che questo indirizzo è tuo. Fino ad allora chiunque poteva averci aperto l’account: per questo tutte le sessioni aperte sono state chiuse.',
    keys: (count) =>
      count === 1
        ? 'Una chiave API è stata revocata. Creane una nuova se un tuo programma ne ha bisogno.'
        : `${count} chiavi API sono state revocate. Creane di nuove se i tuoi programmi ne hanno bisogno.`,
    look: (day) =>
      `Nulla di ciò che è salvato è stato eliminato. Se non hai aperto tu l’account il ${day}, controlla attività e ricordi, e le istruzioni, che ora sono disattivate: tutto ciò che c’è da quel giorno può essere di qualcun altro.`,
  },
};

/** Tells the owner of an address what its first proof made worthless, in the account's language. */
export function proofMail({ preferredLanguage, keysRevoked, since }: FirstProof): Omit<Mail, 'to'> {
  const code = preferredLanguage === 'auto' ? 'en' : preferredLanguage;
  const { subject, greeting, what, keys, look } = texts[code];
  const day = new Intl.DateTimeFormat(code, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(since));
  return mailOf(code, subject, [greeting, what, ...(keysRevoked > 0 ? [keys(keysRevoked)] : []), look(day)]);
}
