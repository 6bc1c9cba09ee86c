import type { Texts } from '../languages.ts';
import account from './settings/account.ts';
import accounts from './settings/accounts.ts';
import connect from './settings/connect.ts';
import connections from './settings/connections.ts';
import keys from './settings/keys.ts';
import memories from './settings/memories.ts';
import notifications from './settings/notifications.ts';
import refusals from './settings/refusals.ts';

/** Texts of pages that few people open, and of the palette, which has their headings. They load with those, as one. */
export default {
  ...account,
  ...accounts,
  ...connect,
  ...connections,
  ...keys,
  ...memories,
  ...notifications,
  ...refusals,
  palette: {
    placeholder: ['Search, or type a command', 'Suchen oder Befehl eingeben', 'Cerca, o scrivi un comando'],
    actions: ['Tasks and commands', 'Aufgaben und Befehle', 'Attività e comandi'],
    recent: ['Recent', 'Zuletzt', 'Recenti'],
    none: ['Nothing found for “{q}”', 'Nichts gefunden für „{q}“', 'Nessun risultato per «{q}»'],
    noneText: [
      'The search covers titles, messages and files. Try a shorter or another word.',
      'Gesucht wird in Titeln, Nachrichten und Dateien. Versuch ein kürzeres oder ein anderes Wort.',
      'Si cerca nei titoli, nei messaggi e nei file. Prova una parola più breve, o un’altra.',
    ],
  },
  signInErrors: {
    config: [
      'Sign-in with this provider is not set up here. Use your e-mail address, or ask the operator of this service.',
      'Die Anmeldung mit diesem Anbieter ist hier nicht eingerichtet. Nimm deine E-Mail-Adresse, oder frag den Betreiber dieses Dienstes.',
      'L’accesso con questo fornitore non è configurato qui. Usa il tuo indirizzo e-mail, o rivolgiti a chi gestisce il servizio.',
    ],
    state: [
      'That sign-in took too long or began in another window. Please try again.',
      'Diese Anmeldung hat zu lange gedauert oder wurde in einem anderen Fenster begonnen. Bitte versuch es noch einmal.',
      'L’accesso ha richiesto troppo tempo o è iniziato in un’altra finestra. Riprova.',
    ],
    denied: [
      'You cancelled at the provider, or may not have an account here, so you were not signed in.',
      'Du hast beim Anbieter abgebrochen oder darfst hier kein Konto haben; du wurdest nicht angemeldet.',
      'Hai annullato presso il fornitore o qui non puoi avere un account: non hai effettuato l’accesso.',
    ],
    provider: [
      'The provider gave an unexpected answer. Try again in a moment.',
      'Der Anbieter hat nicht geantwortet, wie er sollte. Versuch es gleich noch einmal.',
      'Il fornitore non ha risposto come doveva. Riprova tra poco.',
    ],
    email: [
      'Your e-mail address cannot be used here: the provider has not confirmed it, or this service excludes it.',
      'Deine E-Mail-Adresse geht hier nicht: Der Anbieter hat sie nicht bestätigt, oder dieser Dienst schließt sie aus.',
      'Qui non puoi usare il tuo indirizzo e-mail: il fornitore non lo ha confermato, o questo servizio lo esclude.',
    ],
    cookies: [
      'The browser did not keep the cookie that signs you in. Allow cookies for this page. If Jarvis has an https address, open that one.',
      'Der Browser hat das Cookie nicht behalten, das dich anmeldet. Erlaube Cookies für diese Seite. Wenn Jarvis eine https-Adresse hat, öffne diese.',
      'Il browser non ha conservato il cookie dell’accesso. Consenti i cookie per questa pagina. Se Jarvis ha un indirizzo https, apri quello.',
    ],
    server: [
      'Something went wrong while signing you in. Please try again.',
      'Beim Anmelden ist etwas schiefgegangen. Bitte versuch es noch einmal.',
      'Qualcosa è andato storto durante l’accesso. Riprova.',
    ],
  },
} satisfies Texts;
