import { refusals } from '../../refusals.ts';

export default refusals(
  [
    'At most 1000 API keys: revoke one first.',
    'Höchstens 1000 API-Schlüssel: Widerrufe zuerst einen.',
    'Al massimo 1000 chiavi API: prima revocane una.',
  ],
  [
    'The password was changed elsewhere in the meantime.',
    'Das Passwort wurde inzwischen anderswo geändert.',
    'Nel frattempo la password è stata cambiata altrove.',
  ],
  [
    'There are 100 unused invitations. Revoke some of them first.',
    'Es gibt 100 unbenutzte Einladungen. Zieh zuerst einige zurück.',
    'Ci sono 100 inviti non usati. Prima ritirane alcuni.',
  ],
);
