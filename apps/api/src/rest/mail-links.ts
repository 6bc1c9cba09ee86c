import { mailRoutes } from '@jarvis/core';
import { TRPCError } from '@trpc/server';
import type { Request, Response } from 'express';
import { pageLanguageOf, smallPage } from '../http/browser/small-page.ts';
import type { Handler, Handlers } from '../http/paths.ts';
import { gate } from '../http/request/gate.ts';

type Link = 'confirm' | 'unsubscribe';

/**
 * The targets of links in mails: the confirmation of an address, in a session, and the end of mail, which mail programs
 * also request with one POST (RFC 8058). Reading changes nothing, because programs that scan mails follow links: the
 * page has a button.
 */
export const mailLinks: Handlers = { ...handlersOf('confirm'), ...handlersOf('unsubscribe') };

function handlersOf(link: Link): Handlers {
  const ask: Handler = async (context, req, res) => {
    await gate.createCaller(context()).refuseBadKey();
    send(req, res, link, 'ask');
  };
  const follow: Handler = async (context, req, res) => {
    const { token: [token = ''] = [] } = req.query as Record<string, string[]>;
    try {
      await mailRoutes.createCaller(context())[link]({ token });
    } catch (error) {
      if (!(error instanceof TRPCError) || !['UNAUTHORIZED', 'BAD_REQUEST'].includes(error.code)) throw error;
      res.status(error.code === 'UNAUTHORIZED' ? 401 : 400);
      return send(req, res, link, 'invalid');
    }
    send(req, res, link, 'done');
  };
  return { [`GET /api/mail/${link}`]: ask, [`POST /api/mail/${link}`]: follow };
}

const texts = {
  en: {
    confirm: {
      ask: 'Have reminders mailed to this address?',
      button: 'Confirm the address',
      done: 'Your address is confirmed.',
      invalid: 'This link works for a day, in the browser in which you are signed in to Jarvis.',
    },
    unsubscribe: {
      ask: 'Unsubscribe from notifications of Jarvis by mail?',
      button: 'Unsubscribe',
      done: 'Jarvis no longer mails you notifications.',
      invalid: 'This link is not valid.',
    },
  },
  de: {
    confirm: {
      ask: 'Erinnerungen an diese Adresse schicken?',
      button: 'Adresse bestätigen',
      done: 'Deine Adresse ist bestätigt.',
      invalid: 'Dieser Link gilt einen Tag, in dem Browser, in dem du bei Jarvis angemeldet bist.',
    },
    unsubscribe: {
      ask: 'Benachrichtigungen von Jarvis per E-Mail abbestellen?',
      button: 'Abbestellen',
      done: 'Jarvis schickt dir keine Benachrichtigungen mehr per E-Mail.',
      invalid: 'Dieser Link ist ungültig.',
    },
  },
  it: {
    confirm: {
      ask: 'Inviare i promemoria a questo indirizzo?',
      button: 'Conferma l’indirizzo',
      done: 'Il tuo indirizzo è confermato.',
      invalid: 'Questo link vale un giorno, nel browser in cui hai effettuato l’accesso a Jarvis.',
    },
    unsubscribe: {
      ask: 'Disattivare le notifiche di Jarvis per e-mail?',
      button: 'Disattiva',
      done: 'Jarvis non ti invia più notifiche per e-mail.',
      invalid: 'Questo link non è valido.',
    },
  },
} as const;

/** In the browser's language. The form posts to the address of the page. */
function send(req: Request, res: Response, link: Link, what: 'ask' | 'done' | 'invalid'): void {
  const language = pageLanguageOf(req);
  const { [what]: text, button } = texts[language][link];
  const body = what === 'ask' ? `<form method="post"><button>${button}</button></form>\n` : '';
  // With a referrer, for this site only: without one, a browser on plain http names no origin for the form.
  res.set('Referrer-Policy', 'same-origin');
  res.type('html').send(smallPage(language, { title: text, heading: text, body }));
}
