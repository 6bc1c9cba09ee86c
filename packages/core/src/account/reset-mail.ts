import { limits, type PreferredLanguage } from '@jarvis/contract';
import type { Mail } from '../ports/connections.ts';
import { mailOf } from './mail.ts';

/** Where the web app redeems a token. */
export function resetLink(publicUrl: string, token: string): string {
  return `${publicUrl}/reset?token=${token}`;
}

interface Texts {
  readonly subject: string;
  readonly greeting: string;
  readonly why: string;
  readonly button: string;
  readonly how: string;
  readonly unasked: string;
}

const minutes = limits.resetTokenMinutes;

const texts: Record<Exclude<PreferredLanguage, 'auto'>, Texts> = {
  en: {
    subject: 'Reset your Jarvis password',
    greeting: 'Hello,',
    why: 'somebody, most likely you, asked to reset the password of your Jarvis account.',
    button: 'Choose a new password',
    how: `The link works once and for ${minutes} minutes. A new password signs you out everywhere.`,
    unasked: 'If it was not you, do nothing: your password stays as it is.',
  },
  de: {
    subject: 'Dein Jarvis-Passwort zurücksetzen',
    greeting: 'Hallo,',
    why: 'jemand, höchstwahrscheinlich du, möchte das Passwort deines Jarvis-Kontos zurücksetzen.',
    button: 'Neues Passwort wählen',
    how: `Der Link gilt einmal und ${minutes} Minuten lang. Ein neues Passwort meldet dich überall ab.`,
    unasked: 'Wenn du das nicht warst, tu nichts: Dein Passwort bleibt, wie es ist.',
  },
  it: {
    subject: 'Reimposta la password di Jarvis',
    greeting: 'Ciao,',
    why: 'qualcuno, molto probabilmente tu, ha chiesto di reimpostare la password del tuo account Jarvis.',
    button: 'Scegli una nuova password',
    how: `Il link vale una sola volta e per ${minutes} minuti. Una nuova password ti disconnette ovunque.`,
    unasked: 'Se non sei stato tu, non fare nulla: la tua password resta com’è.',
  },
};

/** The mail with a reset link, in the account's language (English when it has chosen none). */
export function resetMail(language: PreferredLanguage, link: string): Omit<Mail, 'to'> {
  const code = language === 'auto' ? 'en' : language;
  const { subject, greeting, why, button, how, unasked } = texts[code];
  return mailOf(code, subject, [greeting, why, { label: button, link }, how, unasked]);
}
