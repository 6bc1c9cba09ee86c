import type { Texts } from '../../languages.ts';

export default {
  accountPage: {
    profile: ['Profile', 'Profil', 'Profilo'],
    emailFixed: [
      'The address cannot be changed.',
      'Die Adresse lässt sich nicht ändern.',
      'L’indirizzo non si può cambiare.',
    ],
    displayName: ['Name', 'Name', 'Nome'],
    webSearchHint: [
      'Search the web when an answer needs it.',
      'Im Web nachschlagen, wo eine Antwort es braucht.',
      'Cerca sul web quando una risposta lo richiede.',
    ],
    language: ['Language', 'Sprache', 'Lingua'],
    languageAuto: ['As in the browser', 'Wie im Browser', 'Come nel browser'],
    languageHint: [
      'For this app, and for replies unless you write in another language.',
      'Für diese App, und für Antworten, wenn du nicht in einer anderen Sprache schreibst.',
      'Per questa app, e per le risposte se non scrivi in un’altra lingua.',
    ],
    timeZone: ['Time zone', 'Zeitzone', 'Fuso orario'],
    timeZoneHint: [
      'Dates and times of tasks are in this zone, and move with it. This browser is in {zone}.',
      'Tage und Uhrzeiten von Aufgaben gelten in dieser Zone und ziehen mit ihr um. Dieser Browser ist in {zone}.',
      'Giorni e ore delle attività sono in questo fuso e si spostano con esso. Questo browser è in {zone}.',
    ],
    appearance: ['Appearance', 'Darstellung', 'Aspetto'],
    assistant: ['Assistant', 'Assistent', 'Assistente'],
    memory: ['Memory', 'Gedächtnis', 'Memoria'],
    memoryHint: [
      'Save lasting things that you tell Jarvis, and use them in later conversations.',
      'Bleibendes, das du Jarvis erzählst, merken und in späteren Unterhaltungen benutzen.',
      'Salva le cose durature che dici a Jarvis e usale nelle conversazioni successive.',
    ],
    namePrompt: [
      'Offer to change my name',
      'Anbieten, meinen Namen zu ändern',
      'Proponi di cambiare il mio nome',
    ],
    namePromptHint: [
      'Ask when you tell Jarvis what you want to be called.',
      'Nachfragen, wenn du Jarvis sagst, wie du heißen möchtest.',
      'Chiedi quando dici a Jarvis come vuoi essere chiamato.',
    ],
    currentPassword: ['Current password', 'Jetziges Passwort', 'Password attuale'],
    changePassword: ['Change password', 'Passwort ändern', 'Cambia password'],
    passwordChanged: [
      'Your password is changed. All other sessions were signed out.',
      'Dein Passwort ist geändert. Alle anderen Anmeldungen wurden beendet.',
      'La password è cambiata. Tutti gli altri accessi sono stati chiusi.',
    ],
    wrongPassword: [
      'The current password is not right.',
      'Das jetzige Passwort stimmt nicht.',
      'La password attuale non è giusta.',
    ],
    signInAnew: [
      'Sign out and in again, then do this within ten minutes.',
      'Melde dich ab und wieder an und tu dies dann innerhalb von zehn Minuten.',
      'Esci e accedi di nuovo, poi fallo entro dieci minuti.',
    ],
    providers: [
      'You can also sign in with {providers}.',
      'Du kannst dich auch mit {providers} anmelden.',
      'Puoi accedere anche con {providers}.',
    ],
    noPassword: [
      'You sign in with a provider. To set a password as well, use “Forgot your password?” on the sign-in page.',
      'Du meldest dich mit einem Anbieter an. Um auch ein Passwort zu setzen, nimm „Passwort vergessen?“ auf der Anmeldeseite.',
      'Accedi con un fornitore. Per impostare anche una password, usa «Password dimenticata?» nella pagina di accesso.',
    ],
    data: ['Your data', 'Deine Daten', 'I tuoi dati'],
    export: ['Download everything', 'Alles herunterladen', 'Scarica tutto'],
    storage: [
      'Your messages and tasks take {used} of {max} MB.',
      'Deine Nachrichten und Aufgaben belegen {used} von {max} MB.',
      'I tuoi messaggi e le tue attività occupano {used} di {max} MB.',
    ],
    exportText: [
      'One JSON file with your conversations, tasks, memories, lookups and settings.',
      'Eine JSON-Datei mit deinen Unterhaltungen, Aufgaben, Erinnerungen, Suchen und Einstellungen.',
      'Un file JSON con conversazioni, attività, ricordi, ricerche e impostazioni.',
    ],
    deleteAccount: ['Delete account', 'Konto löschen', 'Elimina l’account'],
    deleteText: [
      'Removes the account and everything in it, at once and for good.',
      'Entfernt das Konto mit allem, was darin ist, sofort und endgültig.',
      'Rimuove l’account e tutto quello che contiene, subito e per sempre.',
    ],
    deleteTitle: ['Delete your account?', 'Dein Konto löschen?', 'Eliminare il tuo account?'],
    deleteConfirm: [
      'Everything in it is removed at once and cannot be brought back: conversations, tasks, memories, lookups, keys. Type your e-mail address to confirm.',
      'Alles darin wird sofort entfernt und lässt sich nicht zurückholen: Unterhaltungen, Aufgaben, Erinnerungen, Suchen, Schlüssel. Gib zur Bestätigung deine E-Mail-Adresse ein.',
      'Tutto il suo contenuto è rimosso subito e non si può recuperare: conversazioni, attività, ricordi, ricerche, chiavi. Scrivi il tuo indirizzo e-mail per confermare.',
    ],
    deleteButton: ['Delete for good', 'Endgültig löschen', 'Elimina per sempre'],
    signedInAs: ['Signed in as {email}', 'Angemeldet als {email}', 'Accesso come {email}'],
  },
  customInstructions: {
    title: ['Your instructions', 'Deine Anweisungen', 'Le tue istruzioni'],
    hint: [
      'Tell Jarvis how to answer you. They are part of every message, from every chat or program.',
      'Sag Jarvis, wie er dir antworten soll. Sie gehen mit jeder Nachricht mit, aus jedem Chat und jedem Programm.',
      'Di’ a Jarvis come risponderti. Accompagnano ogni messaggio, da qualunque chat o programma.',
    ],
    label: [
      'How should Jarvis answer you?',
      'Wie soll Jarvis dir antworten?',
      'Come deve risponderti Jarvis?',
    ],
    placeholder: [
      'Short answers, metric units. I cook for four and eat no meat.',
      'Kurze Antworten, metrische Einheiten. Ich koche für vier und esse kein Fleisch.',
      'Risposte brevi, unità metriche. Cucino per quattro e non mangio carne.',
    ],
    privacy: [
      'Only you see them. Your language model gets them with every message.',
      'Nur du siehst sie. Das Sprachmodell erfährt sie mit jeder Nachricht.',
      'Le vedi solo tu. Il modello linguistico le riceve con ogni messaggio.',
    ],
    save: ['Save instructions', 'Anweisungen speichern', 'Salva le istruzioni'],
  },
  import: {
    text: [
      'Import conversations from an export of ChatGPT, Claude, Open WebUI, LibreChat or Jarvis: a zip or JSON file. Importing the same file twice makes no duplicates. Stay on this page until it is done.',
      'Übernimm Unterhaltungen aus einem Export von ChatGPT, Claude, Open WebUI, LibreChat oder Jarvis: eine Zip- oder JSON-Datei. Dieselbe Datei zweimal ergibt nichts doppelt. Bleib auf dieser Seite, bis alles da ist.',
      'Importa le conversazioni da un’esportazione di ChatGPT, Claude, Open WebUI, LibreChat o Jarvis: un file zip o JSON. Lo stesso file due volte non crea doppioni. Resta su questa pagina fino alla fine.',
    ],
    choose: ['Import conversations', 'Unterhaltungen importieren', 'Importa conversazioni'],
    done: [
      '{count, plural, one {# conversation} other {# conversations}} imported.',
      '{count, plural, one {# Unterhaltung} other {# Unterhaltungen}} importiert.',
      '{count, plural, one {# conversazione importata} other {# conversazioni importate}}.',
    ],
    running: ['Importing', 'Import läuft', 'Importazione in corso'],
    receipt: ['Import finished', 'Import beendet', 'Importazione finita'],
    failed: [
      'The import failed: this file is not an export that Jarvis can read.',
      'Der Import ist fehlgeschlagen: Diese Datei ist kein Export, den Jarvis lesen kann.',
      'L’importazione non è riuscita: questo file non è un’esportazione che Jarvis sa leggere.',
    ],
    imported: [
      '{count, plural, one {# conversation} other {# conversations}} imported, with {messages, plural, one {# new message} other {# new messages}}',
      '{count, plural, one {# Unterhaltung} other {# Unterhaltungen}} importiert, mit {messages, plural, one {# neuen Nachricht} other {# neuen Nachrichten}}',
      '{count, plural, one {# conversazione importata} other {# conversazioni importate}}, con {messages, plural, one {# nuovo messaggio} other {# nuovi messaggi}}',
    ],
    alreadyThere: [
      '{count, plural, one {# was} other {# were}} already there',
      '{count, plural, one {# war} other {# waren}} schon da',
      '{count, plural, one {# c’era} other {# c’erano}} già',
    ],
    changedHere: [
      '{count, plural, one {# was} other {# were}} left unchanged, because you continued here',
      '{count, plural, one {# blieb} other {# blieben}} unverändert, weil hier weitergeschrieben wurde',
      '{count, plural, one {# lasciata} other {# lasciate}} com’era, perché continuata qui',
    ],
    left: [
      '{count, plural, one {# hidden or empty part} other {# hidden or empty parts}} not imported',
      '{count, plural, one {# verborgener oder leerer Teil} other {# verborgene oder leere Teile}} nicht übernommen',
      '{count, plural, one {# parte nascosta o vuota non ripresa} other {# parti nascoste o vuote non riprese}}',
    ],
    skipped: [
      '{count, plural, one {# entry} other {# entries}} skipped',
      '{count, plural, one {# Eintrag} other {# Einträge}} übersprungen',
      '{count, plural, one {# voce saltata} other {# voci saltate}}',
    ],
    broken: [
      'Not all of the file could be read: it ends too early, or a part of it is not an export.',
      'Nicht alles an der Datei war lesbar: Sie bricht ab, oder ein Teil davon ist kein Export.',
      'Non tutto il file è leggibile: è interrotto, o una sua parte non è un’esportazione.',
    ],
    why: [
      'What was skipped, and why',
      'Was übersprungen wurde, und warum',
      'Che cosa è stato saltato, e perché',
    ],
    untitled: ['Without a title', 'Ohne Titel', 'Senza titolo'],
    unknown: [
      'not a conversation of a known kind',
      'keine Unterhaltung in bekannter Form',
      'non è una conversazione di tipo noto',
    ],
    empty: ['has no messages', 'hat keine Nachrichten', 'non ha messaggi'],
    tooLong: [
      'is too long, or has a message that is',
      'ist zu lang oder hat eine zu lange Nachricht',
      'è troppo lunga o ha un messaggio troppo lungo',
    ],
    refused: ['could not be stored', 'konnte nicht gespeichert werden', 'non si è potuta salvare'],
  },
} satisfies Texts;
