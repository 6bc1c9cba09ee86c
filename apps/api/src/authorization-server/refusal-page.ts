import type { Request } from 'express';
import { pageLanguageOf, smallPage } from '../http/browser/small-page.ts';

const texts = {
  en: {
    title: 'This program cannot be connected',
    unknown:
      'It is unknown here, or its answer would go to an address that it has not registered. You were not sent there.',
    faulty: 'Its request is faulty, and you have not connected it before. You were not sent to its address.',
    busy: 'Jarvis is busy, or this was tried too often. Wait a minute.',
    how: 'Start again in the program. If this happens again, tell its developers.',
  },
  de: {
    title: 'Dieses Programm kann nicht verbunden werden',
    unknown:
      'Es ist hier unbekannt, oder die Antwort ginge an eine Adresse, die es nicht registriert hat. Du wurdest nicht dorthin geschickt.',
    faulty:
      'Seine Anfrage ist fehlerhaft, und du hast es noch nie verbunden. Du wurdest nicht an seine Adresse geschickt.',
    busy: 'Jarvis ist ausgelastet, oder das wurde zu oft versucht. Warte eine Minute.',
    how: 'Beginne im Programm von vorn. Wenn das wieder passiert, melde es seinen Entwicklern.',
  },
  it: {
    title: 'Questo programma non può essere collegato',
    unknown:
      'Qui è sconosciuto, oppure la risposta andrebbe a un indirizzo che non ha registrato. Il browser non vi è stato reindirizzato.',
    faulty:
      'La sua richiesta è errata, e non lo hai mai collegato prima. Il browser non è stato reindirizzato al suo indirizzo.',
    busy: 'Jarvis è occupato, o ci sono stati troppi tentativi. Aspetta un minuto.',
    how: 'Ricomincia dal programma. Se succede di nuovo, avvisa i suoi sviluppatori.',
  },
} as const;

const escaped = (text: string) =>
  text.replace(/[^\n -~]|[&<>"']/gu, (char) => `&#${char.codePointAt(0) ?? 0xfffd};`);

export type RefusalReason = 'unknown' | 'faulty' | 'busy';

/** The page shown instead of a redirect: the address as text, in the browser's language. */
export function refusalPage(req: Request, why: RefusalReason, location = ''): string {
  const language = pageLanguageOf(req);
  const { title, how, [why]: reason } = texts[language];
  const address = location === '' ? '' : `<p><code>${escaped(location.slice(0, 300))}</code></p>\n`;
  const body = `<p>${reason}</p>\n${address}<p>${how}</p>\n`;
  return smallPage(language, { title: `${title} · Jarvis`, heading: title, body });
}
