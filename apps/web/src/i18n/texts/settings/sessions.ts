import type { Texts } from '../../languages.ts';

export default {
  sessions: {
    lead: [
      'Where you are signed in. If you do not recognise a session, end it, then change your password.',
      'Wo du angemeldet bist. Beende, was du nicht kennst, und ändere dann dein Passwort.',
      'Dove hai effettuato l’accesso. Chiudi quelli che non riconosci, poi cambia la password.',
    ],
    current: ['This browser', 'Dieser Browser', 'Questo browser'],
    signedIn: ['Signed in {when}', 'Angemeldet {when}', 'Accesso {when}'],
    expires: ['Ends {when} unless used', 'Endet {when}, wenn unbenutzt', 'Scade {when} se non usato'],
    end: ['Sign out', 'Abmelden', 'Disconnetti'],
    endOthers: ['Sign out everywhere else', 'Überall sonst abmelden', 'Disconnetti ovunque tranne qui'],
    ended: ['That session was ended.', 'Diese Anmeldung wurde beendet.', 'Quell’accesso è stato chiuso.'],
    othersEnded: [
      'All other sessions were ended.',
      'Alle anderen Anmeldungen wurden beendet.',
      'Tutti gli altri accessi sono stati chiusi.',
    ],
    unknown: ['Unknown browser', 'Unbekannter Browser', 'Browser sconosciuto'],
    only: [
      'You are signed in nowhere else.',
      'Du bist sonst nirgends angemeldet.',
      'Non hai altri accessi aperti.',
    ],
    on: ['{browser} on {system}', '{browser} auf {system}', '{browser} su {system}'],
  },
} satisfies Texts;
