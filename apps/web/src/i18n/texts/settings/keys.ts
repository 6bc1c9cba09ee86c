import type { Texts } from '../../languages.ts';

export default {
  keys: {
    lead: [
      'A key lets a program use chat, conversations and tasks as you. Treat it like a password.',
      'Mit einem Schlüssel benutzt ein Programm Chat, Unterhaltungen und Aufgaben in deinem Namen. Hüte ihn wie ein Passwort.',
      'Una chiave permette a un programma di usare chat, conversazioni e attività a tuo nome. Trattala come una password.',
    ],
    name: ['Name', 'Name', 'Nome'],
    namePlaceholder: ['What is it for?', 'Wofür ist er?', 'A che cosa serve?'],
    create: ['Create key', 'Schlüssel erzeugen', 'Crea chiave'],
    created: ['Your new key', 'Dein neuer Schlüssel', 'La tua nuova chiave'],
    createdText: [
      'Copy it now. It is shown only this once; Jarvis keeps no copy.',
      'Kopiere ihn jetzt. Er wird nur dieses eine Mal gezeigt; Jarvis behält keine Kopie.',
      'Copiala adesso. È mostrata solo questa volta; Jarvis non ne tiene copia.',
    ],
    copyKey: ['Copy key', 'Schlüssel kopieren', 'Copia la chiave'],
    useIn: ['Use it in', 'Benutzen in', 'Usala in'],
    intoTerminal: ['Paste this into a terminal:', 'In ein Terminal einfügen:', 'Incolla in un terminale:'],
    intoFile: ['Put this into {file}:', 'In {file} eintragen:', 'Metti in {file}:'],
    keyFrom: {
      prompt: [
        'It asks for the key: paste it there.',
        'Es fragt nach dem Schlüssel: dort einfügen.',
        'Chiede la chiave: incollala lì.',
      ],
      browser: [
        'It asks you in the browser and gets its own key. Where it asks for a key, paste it there.',
        'Er fragt dich im Browser und bekommt einen eigenen Schlüssel. Fragt er nach einem Schlüssel, füge ihn dort ein.',
        'Ti chiede il permesso nel browser e riceve una propria chiave. Se chiede una chiave, incollala lì.',
      ],
      environment: [
        'It takes the key from its environment: set JARVIS_API_KEY before you start it.',
        'Es nimmt den Schlüssel aus seiner Umgebung: JARVIS_API_KEY setzen, bevor es gestartet wird.',
        'Prende la chiave dal suo ambiente: imposta JARVIS_API_KEY prima di avviarlo.',
      ],
    },
    background: [
      'A chat program takes {address} as its address and “jarvis” as its model. It also asks for titles and tags in the background: set “jarvis-plain” as the model for these, which changes no tasks.',
      'Ein Chatprogramm bekommt {address} als Adresse und „jarvis“ als Modell. Nach Titeln und Schlagwörtern fragt es im Hintergrund: Stell dafür das Modell „jarvis-plain“ ein, das keine Aufgaben ändert.',
      'Un programma di chat vuole {address} come indirizzo e «jarvis» come modello. Titoli ed etichette li chiede in sottofondo: per questi imposta il modello «jarvis-plain», che non cambia attività.',
    ],
    done: ['I have copied it', 'Ich habe es kopiert', 'L’ho copiato'],
    empty: ['No keys yet', 'Noch keine Schlüssel', 'Ancora nessuna chiave'],
    emptyText: [
      'Create one to use Jarvis from a program or a script.',
      'Erzeuge einen, um Jarvis aus einem Programm oder Skript zu benutzen.',
      'Creane una per usare Jarvis da un programma o da uno script.',
    ],
    revoke: ['Revoke', 'Widerrufen', 'Revoca'],
    revokeTitle: ['Revoke “{name}”?', '„{name}“ widerrufen?', 'Revocare «{name}»?'],
    revokeText: [
      'Programs that use this key are refused from their next request. This cannot be undone.',
      'Programme mit diesem Schlüssel werden ab der nächsten Anfrage abgewiesen. Das lässt sich nicht rückgängig machen.',
      'I programmi che usano questa chiave sono rifiutati dalla prossima richiesta. Non si può tornare indietro.',
    ],
    revoked: ['Revoked {when}', 'Widerrufen {when}', 'Revocata {when}'],
    lastUsed: ['Last used {when}', 'Zuletzt benutzt {when}', 'Usata l’ultima volta {when}'],
    neverUsed: ['Never used', 'Nie benutzt', 'Mai usata'],
    createdAt: ['Created {when}', 'Erzeugt {when}', 'Creata {when}'],
    docs: ['Read the API reference', 'Zur API-Referenz', 'Leggi la documentazione API'],
    revokedToast: ['“{name}” was revoked.', '„{name}“ wurde widerrufen.', '«{name}» è stata revocata.'],
  },
  calendar: {
    title: ['Calendar', 'Kalender', 'Calendario'],
    lead: [
      'Calendar programs can show what is due: subscribe to a secret address there. Anyone who has the address can read your tasks, until you revoke it.',
      'Kalenderprogramme können zeigen, was fällig ist: Abonniere dort eine geheime Adresse. Wer die Adresse hat, kann deine Aufgaben lesen, bis du sie widerrufst.',
      'I programmi di calendario possono mostrare le scadenze: iscriviti lì a un indirizzo segreto. Chi ha l’indirizzo può leggere le tue attività, finché non lo revochi.',
    ],
    create: {
      events: ['New address for events', 'Neue Adresse für Termine', 'Nuovo indirizzo per eventi'],
      tasks: ['New address for tasks', 'Neue Adresse für Aufgaben', 'Nuovo indirizzo per attività'],
    },
    form: { events: ['Events', 'Termine', 'Eventi'], tasks: ['Tasks', 'Aufgaben', 'Attività'] },
    empty: ['No addresses yet', 'Noch keine Adressen', 'Ancora nessun indirizzo'],
    created: [
      'Your new calendar address',
      'Deine neue Kalenderadresse',
      'Il tuo nuovo indirizzo del calendario',
    ],
    createdText: [
      'Copy it into your calendar program, as a calendar to subscribe to. It is shown only this once; Jarvis keeps no copy.',
      'Kopiere sie in dein Kalenderprogramm, als Kalender zum Abonnieren. Sie wird nur dieses eine Mal gezeigt; Jarvis behält keine Kopie.',
      'Copialo nel tuo programma di calendario, come calendario a cui iscriversi. Viene mostrato solo questa volta; Jarvis non ne conserva una copia.',
    ],
    revokeTitle: ['Revoke this address?', 'Diese Adresse widerrufen?', 'Revocare questo indirizzo?'],
    revokeText: [
      'Calendar programs that use it find nothing there from their next read. This cannot be undone.',
      'Kalenderprogramme, die sie verwenden, finden dort ab dem nächsten Abruf nichts mehr. Das lässt sich nicht rückgängig machen.',
      'I programmi di calendario che lo usano non vi trovano più nulla dalla prossima lettura. Non si può annullare.',
    ],
    revokedToast: [
      'The address was revoked.',
      'Die Adresse wurde widerrufen.',
      'L’indirizzo è stato revocato.',
    ],
    lastRead: ['Last read {when}', 'Zuletzt gelesen {when}', 'Letto l’ultima volta {when}'],
    neverRead: ['Never read', 'Nie gelesen', 'Mai letto'],
  },
} satisfies Texts;
