import { runReasonText } from '../../run-reason-text.ts';

export default {
  noReply: {
    keyRefused: runReasonText('key_refused'),
    keyUnreadable: runReasonText('key_unreadable'),
    modelNotFound: runReasonText('model_not_found'),
    overQuota: [
      'The language model is busy, or its quota is used up. Try again later.',
      'Das Sprachmodell ist ausgelastet, oder sein Kontingent ist verbraucht. Versuch es später noch einmal.',
      'Il modello linguistico è occupato, o la sua quota è esaurita. Riprova più tardi.',
    ],
    overQuotaUntil: [
      'The language model is busy, or its quota is used up, until {time}.',
      'Das Sprachmodell ist ausgelastet, oder sein Kontingent ist verbraucht, bis {time}.',
      'Il modello linguistico è occupato, o la sua quota è esaurita, fino a: {time}.',
    ],
    conversationTooLong: [
      'This conversation has become too long for the language model. Start a new one.',
      'Diese Unterhaltung ist für das Sprachmodell zu lang geworden. Beginne eine neue.',
      'Questa conversazione è diventata troppo lunga per il modello linguistico. Iniziane una nuova.',
    ],
    refused: runReasonText('model_refused'),
    unreachable: [
      'The language model did not answer. Try again in a moment.',
      'Das Sprachmodell hat nicht geantwortet. Versuch es gleich noch einmal.',
      'Il modello linguistico non ha risposto. Riprova tra un momento.',
    ],
    unusable: [
      'The answer of the language model was unusable. Try again.',
      'Die Antwort des Sprachmodells war unbrauchbar. Versuch es noch einmal.',
      'La risposta del modello linguistico era inutilizzabile. Riprova.',
    ],
    empty: [
      'The language model answered nothing. Try again, or use other words.',
      'Das Sprachmodell hat nichts geantwortet. Versuch es noch einmal oder mit anderen Worten.',
      'Il modello linguistico non ha risposto nulla. Riprova, o dillo con altre parole.',
    ],
    cutOff: [
      'The language model broke off in the middle. The partial reply is not stored; try again for a whole one.',
      'Das Sprachmodell hat mittendrin abgebrochen. Der Teil ist nicht gespeichert; versuch es noch einmal, um eine ganze Antwort zu bekommen.',
      'Il modello linguistico si è interrotto a metà. La parte scritta non è salvata; riprova per avere una risposta intera.',
    ],
    interrupted: [
      'The service was stopped while the reply was being written. Try again.',
      'Der Dienst wurde beendet, während die Antwort geschrieben wurde. Versuch es noch einmal.',
      'Il servizio è stato fermato mentre la risposta veniva scritta. Riprova.',
    ],
    accountFull: [
      'Your account is full. Delete conversations that you do not need, or ask the operator of this service for more room.',
      'Dein Konto ist voll. Lösche Unterhaltungen, die du nicht brauchst, oder bitte den Betreiber dieses Dienstes um mehr Platz.',
      'Il tuo account è pieno. Elimina le conversazioni che non ti servono, o chiedi più spazio a chi gestisce questo servizio.',
    ],
    heldBack: [
      'The reply before it failed, so this message waits for you.',
      'Die Nachricht davor bekam keine Antwort, darum wartet diese auf dich.',
      'Il messaggio precedente non ha avuto risposta, quindi questo aspetta te.',
    ],
  },
  failure: {
    offline: [
      'Jarvis cannot be reached. Check your connection, then try again.',
      'Jarvis ist nicht erreichbar. Prüfe deine Verbindung und versuch es noch einmal.',
      'Jarvis non è raggiungibile. Controlla la connessione e riprova.',
    ],
    badRequest: [
      'This was not accepted: {message}',
      'Das wurde nicht angenommen: {message}',
      'La richiesta non è stata accettata: {message}',
    ],
    unauthenticated: [
      'Your session has ended. Sign in again to continue.',
      'Deine Anmeldung ist abgelaufen. Melde dich wieder an, um weiterzumachen.',
      'La sessione è scaduta. Accedi di nuovo per continuare.',
    ],
    notFound: ['This no longer exists.', 'Das gibt es nicht mehr.', 'Non esiste più.'],
    conflict: [
      'This cannot be done right now: {message}',
      'Das geht gerade nicht: {message}',
      'Per ora non è possibile: {message}',
    ],
    tooMany: [
      'Too many requests in a short time.',
      'Zu viele Anfragen in kurzer Zeit.',
      'Troppe richieste in poco tempo.',
    ],
    tooManyIn: [
      'Too many requests in a short time. You can try again in {time}.',
      'Zu viele Anfragen in kurzer Zeit. In {time} kannst du es wieder versuchen.',
      'Troppe richieste in poco tempo. Puoi riprovare tra {time}.',
    ],
    tooManyNow: ['You can try again now.', 'Jetzt kannst du es wieder versuchen.', 'Ora puoi riprovare.'],
    unavailable: [
      'Jarvis cannot reach its data right now. Nothing was lost; try again in a moment.',
      'Jarvis erreicht gerade seine Daten nicht. Nichts ist verloren; versuch es gleich noch einmal.',
      'Jarvis non raggiunge i suoi dati in questo momento. Nulla è perso; riprova tra poco.',
    ],
    timedOut: [
      'The reply took too long and was cancelled. Nothing was stored; try again, or ask for less at once.',
      'Die Antwort hat zu lange gedauert und wurde aufgegeben. Nichts wurde gespeichert; versuch es noch einmal, oder frag weniger auf einmal.',
      'La risposta ha richiesto troppo tempo ed è stata abbandonata. Nulla è stato salvato; riprova, o chiedi meno cose alla volta.',
    ],
    failed: [
      'Something went wrong on the server. Nothing was stored; try again.',
      'Auf dem Server ist etwas schiefgegangen. Nichts wurde gespeichert; versuch es noch einmal.',
      'Qualcosa è andato storto sul server. Nulla è stato salvato; riprova.',
    ],
    title: ['This could not be loaded', 'Das konnte nicht geladen werden', 'Impossibile caricare'],
    crash: [
      'Something went wrong on this page',
      'Auf dieser Seite ist etwas schiefgegangen',
      'Qualcosa è andato storto in questa pagina',
    ],
    reload: ['Reload', 'Neu laden', 'Ricarica'],
  },
} as const;
