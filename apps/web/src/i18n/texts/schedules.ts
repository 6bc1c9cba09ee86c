import type { RunReason } from '@jarvis/contract';
import { runReasonTexts } from '@jarvis/contract/run-reasons';
import type { Text, Texts } from '../languages.ts';
import { refusals } from '../refusals.ts';
import { runReasonText } from '../run-reason-text.ts';

/** Texts of the page of schedules, which load with it. */
export default {
  schedules: {
    lead: [
      'Prompts that Jarvis answers at set times. It reads and searches, and changes nothing.',
      'Aufträge, die Jarvis zu festen Zeiten ausführt. Dabei liest und sucht er, ändert aber nichts.',
      'Richieste a cui Jarvis risponde a orari fissi. Legge e cerca, ma non cambia nulla.',
    ],
    ask: [
      'What Jarvis should do, and when',
      'Was Jarvis tun soll, und wann',
      'Che cosa deve fare Jarvis, e quando',
    ],
    placeholder: [
      'Every weekday at 7 tell me what is due',
      'Jeden Werktag um 7 sagen, was fällig ist',
      'Ogni giorno feriale alle 7 dimmi che cosa scade',
    ],
    make: ['New schedule', 'Neuer Zeitplan', 'Nuova pianificazione'],
    empty: ['No schedules yet', 'Noch keine Zeitpläne', 'Ancora nessuna pianificazione'],
    emptyText: [
      'Say what Jarvis should tell you, and when. Each result is a conversation.',
      'Sag, was Jarvis dir wann melden soll. Jedes Ergebnis ist eine Unterhaltung.',
      'Di’ a Jarvis che cosa riferirti, e quando. Ogni risultato è una conversazione.',
    ],
    off: [
      'The operator of this service has switched schedules off. Nothing runs; your schedules stay.',
      'Der Betreiber dieses Dienstes hat Zeitpläne ausgeschaltet. Nichts läuft; deine Zeitpläne bleiben.',
      'Chi gestisce questo servizio ha disattivato le pianificazioni. Non parte nulla; le tue pianificazioni restano.',
    ],
    once: ['{when}, once', '{when}, einmal', '{when}, una volta'],
    atTime: ['{every} at {time}', '{every} um {time}', '{every} alle {time}'],
    next: ['Next: {when}', 'Nächstes Mal: {when}', 'Prossima volta: {when}'],
    paused: ['Paused', 'Angehalten', 'In pausa'],
    pausedBecause: ['Paused: {reason}', 'Angehalten: {reason}', 'In pausa: {reason}'],
    finished: ['Finished', 'Beendet', 'Terminata'],
    searches: ['Searches the web', 'Sucht im Web', 'Cerca sul web'],
    byAssistant: ['Made by Jarvis', 'Von Jarvis angelegt', 'Creata da Jarvis'],
    runNow: ['Run now', 'Jetzt ausführen', 'Esegui ora'],
    resume: ['Resume', 'Fortsetzen', 'Riprendi'],
    edit: ['Change…', 'Ändern …', 'Modifica…'],
    pause: ['Pause', 'Anhalten', 'Metti in pausa'],
    dates: ['The next dates', 'Die nächsten Termine', 'Le prossime date'],
    noDate: ['No further dates.', 'Es folgt kein Termin.', 'Non segue nessuna data.'],
    history: ['History', 'Verlauf', 'Cronologia'],
    noRuns: ['It has not run yet.', 'Er ist noch nicht gelaufen.', 'Non è ancora stata eseguita.'],
    late: ['late', 'verspätet', 'in ritardo'],
    tokens: ['{tokens} tokens', '{tokens} Token', '{tokens} token'],
    run: {
      waiting: ['Waiting', 'Wartet', 'In attesa'],
      running: ['Running', 'Läuft', 'In corso'],
      done: ['Done', 'Fertig', 'Riuscita'],
      nothing: ['Nothing to report', 'Nichts zu melden', 'Niente da segnalare'],
      failed: ['Failed', 'Fehlgeschlagen', 'Non riuscita'],
      missed: ['Missed', 'Verpasst', 'Saltata'],
      stopped: ['Stopped', 'Abgebrochen', 'Interrotta'],
    },
    reason: Object.fromEntries(
      Object.keys(runReasonTexts.en).map((reason) => [reason, runReasonText(reason as RunReason)]),
    ) as Record<RunReason, Text>,
    change: ['Change the schedule', 'Zeitplan ändern', 'Modifica la pianificazione'],
    prompt: ['What should Jarvis do?', 'Was soll Jarvis tun?', 'Che cosa deve fare Jarvis?'],
    promptHint: [
      'Jarvis gets this text each time, without earlier messages.',
      'Jarvis bekommt jedes Mal diesen Text, ohne frühere Nachrichten.',
      'Jarvis riceve ogni volta questo testo, senza i messaggi precedenti.',
    ],
    name: ['Name', 'Bezeichnung', 'Nome'],
    nameHint: [
      'Optional; otherwise the beginning of the text.',
      'Freiwillig; sonst der Anfang des Textes.',
      'Facoltativo; altrimenti l’inizio del testo.',
    ],
    past: ['This time has passed.', 'Diese Zeit ist vorbei.', 'Questo momento è passato.'],
    refused: [
      'This repeats too often, or never.',
      'Diese Wiederholung kommt zu oft oder nie.',
      'Questa ripetizione viene troppo spesso, o mai.',
    ],
    blank: ['Say what Jarvis should do.', 'Sag, was Jarvis tun soll.', 'Di’ che cosa deve fare Jarvis.'],
    notify: ['Tell me', 'Benachrichtigen', 'Avvisami'],
    always: ['Each result', 'Bei jedem Ergebnis', 'A ogni risultato'],
    when_found: [
      'Only if there is something to report',
      'Nur wenn es etwas zu melden gibt',
      'Solo se c’è qualcosa da segnalare',
    ],
    never: ['Nothing', 'Nie', 'Mai'],
    search: ['May search the web', 'Darf im Web suchen', 'Può cercare sul web'],
    searchHint: [
      'At most three searches each time.',
      'Jedes Mal höchstens drei Suchen.',
      'Al massimo tre ricerche ogni volta.',
    ],
    searchOff: [
      'Your account does not allow web searches.',
      'Dein Konto erlaubt keine Websuche.',
      'Il tuo account non permette ricerche sul web.',
    ],
    create: ['Make the schedule', 'Zeitplan anlegen', 'Crea la pianificazione'],
  },
  ...refusals(
    [
      'The operator has switched schedules off.',
      'Der Betreiber hat Zeitpläne ausgeschaltet.',
      'Chi gestisce questo servizio ha disattivato le pianificazioni.',
    ],
    [
      'The runs of 24 hours are used up: wait until an earlier one is a day old.',
      'Die Läufe von 24 Stunden sind verbraucht: Warte, bis ein früherer einen Tag her ist.',
      'Le esecuzioni di 24 ore sono esaurite: aspetta che sia passato un giorno da una di esse.',
    ],
    [
      'The runs of the last 30 days have used up the tokens that an account may use.',
      'Die Läufe der letzten 30 Tage haben die Token verbraucht, die ein Konto verwenden darf.',
      'Le esecuzioni degli ultimi 30 giorni hanno esaurito i token che un account può usare.',
    ],
    [
      'This account has the maximum number of schedules: delete one first.',
      'Mehr Zeitpläne sind nicht erlaubt: Lösche zuerst einen.',
      'Non puoi avere altre pianificazioni: prima eliminane una.',
    ],
  ),
} satisfies Texts;
