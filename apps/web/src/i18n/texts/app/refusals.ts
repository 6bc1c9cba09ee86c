import { refusals } from '../../refusals.ts';

export default refusals(
  [
    '`email` must be a valid e-mail address.',
    'Das ist keine E-Mail-Adresse.',
    'Questo non è un indirizzo e-mail.',
  ],
  [
    'This conversation is full: it has 100,000 messages. Go on in a new one.',
    'Diese Unterhaltung ist voll: Sie hat 100.000 Nachrichten. Mach in einer neuen weiter.',
    'Questa conversazione è piena: ha 100.000 messaggi. Continua in una nuova.',
  ],
  [
    'This account is restricted. Ask the operator of this service.',
    'Dieses Konto ist gesperrt. Frag den Betreiber dieses Dienstes.',
    'Questo account è bloccato. Rivolgiti a chi gestisce il servizio.',
  ],
);
