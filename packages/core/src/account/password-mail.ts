import type { PreferredLanguage } from '@jarvis/contract';
import type { Mail } from '../ports/connections.ts';
import { mailOf } from './mail.ts';

interface Texts {
  readonly subject: string;
  readonly greeting: string;
  readonly what: string;
  readonly by: Record<'link' | 'session', string>;
  readonly otherwise: string;
  readonly button: string;
}

const texts: Record<Exclude<PreferredLanguage, 'auto'>, Texts> = {
  en: {
    subject: 'Your Jarvis password was changed',
    greeting: 'Hello,',
    what: 'your Jarvis account has a new password. Browsers that were signed in before have been signed out.',
    by: {
      link: 'It was set with a reset link.',
      session: 'It was set by somebody who was signed in.',
    },
    otherwise:
      'If it was not you, choose another one now. If that does not work, tell the operator of this service.',
    button: 'Choose a new password',
  },
  de: {
    subject: 'Dein Jarvis-Passwort wurde geändert',
    greeting: 'Hallo,',
    what: 'dein Jarvis-Konto hat ein neues Passwort. Browser, die vorher angemeldet waren, wurden abgemeldet.',
    by: {
      link: 'Es wurde mit einem Link zum Zurücksetzen gesetzt.',
      session: 'Gesetzt hat es jemand, der angemeldet war.',
    },
    otherwise:
      'Wenn du das nicht warst, wähle jetzt ein anderes. Gelingt das nicht, wende dich an den Betreiber dieses Dienstes.',
    button: 'Neues Passwort wählen',
  },
  it: {
    subject: 'La tua password di Jarvis è stata cambiata',
    greeting: 'Ciao,',
    what: 'il tuo account Jarvis ha una nuova password. I browser che erano collegati prima sono stati disconnessi.',
    by: {
      link: 'È stata impostata con un link di reimpostazione.',
      session: 'L’ha impostata qualcuno che era collegato.',
    },
    otherwise:
      'Se non sei stato tu, scegline subito un’altra. Se non ci riesci, avvisa l’operatore di questo servizio.',
    button: 'Scegli una nuova password',
  },
};

/** The mail about a new password, in the account's language (English when it has chosen none). */
export function passwordMail(
  language: PreferredLanguage,
  by: 'link' | 'session',
  publicUrl: string,
): Omit<Mail, 'to'> {
  const code = language === 'auto' ? 'en' : language;
  const { subject, greeting, what, by: how, otherwise, button } = texts[code];
  const again = { label: button, link: `${publicUrl}/forgot` };
  return mailOf(code, subject, [greeting, what, how[by], otherwise, again]);
}
