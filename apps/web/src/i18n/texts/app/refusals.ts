/** The refusals of the server that a page shows: the English sentence, then the German and the Italian one. */
const refusals: readonly (readonly [english: string, german: string, italian: string])[] = [
  [
    '`email` must be a valid e-mail address.',
    'Das ist keine E-Mail-Adresse.',
    'Questo non è un indirizzo e-mail.',
  ],
  [
    'At most 1000 API keys: revoke one first.',
    'Höchstens 1000 API-Schlüssel: Widerrufe zuerst einen.',
    'Al massimo 1000 chiavi API: prima revocane una.',
  ],
  [
    'At most 1000 reminders may wait: delete some first.',
    'Höchstens 1000 Erinnerungen können warten: Lösche zuerst einige.',
    'Al massimo 1000 promemoria possono essere in attesa: prima eliminane alcuni.',
  ],
  ['The task is done.', 'Die Aufgabe ist erledigt.', 'L’attività è completata.'],
  [
    'The password was changed elsewhere in the meantime.',
    'Das Passwort wurde inzwischen anderswo geändert.',
    'Nel frattempo la password è stata cambiata altrove.',
  ],
  [
    'The pictures of this message are too large together: at most 15 MiB.',
    'Die Bilder dieser Nachricht sind zusammen zu groß: höchstens 15 MiB.',
    'Le immagini di questo messaggio sono troppo grandi nel complesso: al massimo 15 MiB.',
  ],
  [
    'There are 100 unused invitations. Revoke some of them first.',
    'Es gibt 100 unbenutzte Einladungen. Zieh zuerst einige zurück.',
    'Ci sono 100 inviti non usati. Prima ritirane alcuni.',
  ],
  [
    'This conversation is full: it has 100,000 messages. Go on in a new one.',
    'Diese Unterhaltung ist voll: Sie hat 100.000 Nachrichten. Mach in einer neuen weiter.',
    'Questa conversazione è piena: ha 100.000 messaggi. Continua in una nuova.',
  ],
];

/** By the English sentence, which the app shows as it comes. */
export default Object.fromEntries(refusals.map((texts) => [texts[0], texts]));
