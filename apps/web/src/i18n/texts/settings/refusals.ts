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
  [
    'At most 5 calendar addresses: revoke one first.',
    'Höchstens 5 Kalenderadressen: Widerrufe zuerst eine.',
    'Al massimo 5 indirizzi di calendario: prima revocane uno.',
  ],
  [
    'At most 5 webhooks: delete one first.',
    'Höchstens 5 Webhooks: Lösche zuerst einen.',
    'Al massimo 5 webhook: prima eliminane uno.',
  ],
  [
    'At most 200 deliveries a day outside the app.',
    'Höchstens 200 Zustellungen am Tag außerhalb der App.',
    'Al massimo 200 invii al giorno fuori dall’app.',
  ],
  [
    'The operator has paused deliveries outside the app.',
    'Der Betreiber hat Zustellungen außerhalb der App angehalten.',
    'Chi gestisce questo servizio ha messo in pausa gli invii fuori dall’app.',
  ],
  [
    'The operator has switched push off.',
    'Der Betreiber hat Push ausgeschaltet.',
    'Chi gestisce questo servizio ha disattivato le notifiche push.',
  ],
  [
    'The operator has switched webhooks off.',
    'Der Betreiber hat Webhooks ausgeschaltet.',
    'Chi gestisce questo servizio ha disattivato i webhook.',
  ],
  [
    'Only an operator of this installation can do this.',
    'Das kann nur ein Betreiber dieser Installation.',
    'Può farlo solo chi gestisce questa installazione.',
  ],
);
