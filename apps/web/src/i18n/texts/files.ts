import type { Texts } from '../languages.ts';
import { refusals } from '../refusals.ts';

/** Texts of files in messages, which load with the first file. */
export default {
  files: {
    attached: ['Files of this message', 'Dateien dieser Nachricht', 'File di questo messaggio'],
    message: [
      '{count, plural, one {Please look at this file.} other {Please look at these files.}}',
      '{count, plural, one {Bitte sieh dir diese Datei an.} other {Bitte sieh dir diese Dateien an.}}',
      '{count, plural, one {Dai un’occhiata a questo file.} other {Dai un’occhiata a questi file.}}',
    ],
    added: ['{name} was added.', '{name} wurde hinzugefügt.', '{name} è stato aggiunto.'],
    arrived: ['{name} has arrived.', '{name} ist angekommen.', '{name} è arrivato.'],
    progress: ['Sending {name}', '{name} wird gesendet', 'Invio di {name}'],
    preparing: ['Making it smaller', 'Wird verkleinert', 'Riduzione in corso'],
    waiting: ['Waiting', 'Wartet', 'In attesa'],
    offline: ['Waiting for the connection', 'Wartet auf die Verbindung', 'In attesa della connessione'],
    cancel: ['Cancel {name}', '{name} abbrechen', 'Annulla {name}'],
    again: ['Send {name} again', '{name} erneut senden', 'Invia di nuovo {name}'],
    pending: [
      'The message is sent when its files have arrived: {percent}%',
      'Die Nachricht wird gesendet, sobald ihre Dateien angekommen sind: {percent} %',
      'Il messaggio parte quando i suoi file sono arrivati: {percent}%',
    ],
    holdBack: ['Do not send yet', 'Noch nicht senden', 'Non inviare ancora'],
    longPaste: [
      'The pasted text is too long for a message.',
      'Der eingefügte Text ist zu lang für eine Nachricht.',
      'Il testo incollato è troppo lungo per un messaggio.',
    ],
    attachPaste: ['Attach it as pasted.txt', 'Als pasted.txt anhängen', 'Allega come pasted.txt'],
    keepPaste: ['Keep it here', 'Hier lassen', 'Lascia qui'],
    tooMany: [
      'A message has at most {max} files. The others were not added.',
      'Eine Nachricht hat höchstens {max} Dateien. Die übrigen wurden nicht hinzugefügt.',
      'Un messaggio può avere al massimo {max} file. Gli altri non sono stati aggiunti.',
    ],
    tooLarge: [
      '“{name}” is too large: a file may have at most {max}.',
      '„{name}“ ist zu groß: Eine Datei darf höchstens {max} haben.',
      '«{name}» è troppo grande: un file può avere al massimo {max}.',
    ],
    pictureTooLarge: [
      '“{name}” is too large: a picture may have at most {max}.',
      '„{name}“ ist zu groß: Ein Bild darf höchstens {max} haben.',
      '«{name}» è troppo grande: un’immagine può avere al massimo {max}.',
    ],
    empty: ['“{name}” is empty.', '„{name}“ ist leer.', '«{name}» è vuoto.'],
    folder: [
      '“{name}” is a folder. Add its files.',
      '„{name}“ ist ein Ordner. Füge seine Dateien hinzu.',
      '«{name}» è una cartella. Aggiungi i suoi file.',
    ],
    unreadable: [
      '“{name}” could not be read. It may have been moved or changed.',
      '„{name}“ konnte nicht gelesen werden. Vielleicht wurde die Datei verschoben oder geändert.',
      'Impossibile leggere «{name}»: forse è stato spostato o modificato.',
    ],
    slow: [
      '“{name}” could not be sent: the connection is too slow, or keeps breaking off.',
      '„{name}“ konnte nicht gesendet werden: Die Verbindung ist zu langsam oder bricht immer wieder ab.',
      '«{name}» non è stato inviato: la connessione è troppo lenta o continua a interrompersi.',
    ],
    picture: [
      '“{name}” could not be opened as a picture. Save it as JPEG first.',
      '„{name}“ ließ sich nicht als Bild öffnen. Speichere es zuerst als JPEG.',
      'Impossibile aprire «{name}» come immagine. Salvala prima in formato JPEG.',
    ],
    heic: [
      'This browser cannot open the HEIC picture “{name}”. Save it as JPEG first.',
      'Dieser Browser kann das HEIC-Bild „{name}“ nicht öffnen. Speichere es zuerst als JPEG.',
      'Questo browser non può aprire l’immagine HEIC «{name}». Salvala prima in formato JPEG.',
    ],
    gone: [
      '“{name}” is no longer there: a file that is not sent is kept for a day.',
      '„{name}“ ist nicht mehr da: Eine nicht gesendete Datei wird einen Tag lang aufbewahrt.',
      '«{name}» non c’è più: un file non inviato resta per un giorno.',
    ],
    noRoom: [
      'Your account has no room for “{name}”. Delete conversations with files that you do not need, or ask the operator of this service for more room.',
      'In deinem Konto ist kein Platz für „{name}“. Lösche Unterhaltungen mit Dateien, die du nicht brauchst, oder bitte den Betreiber dieses Dienstes um mehr Platz.',
      'Nel tuo account non c’è spazio per «{name}». Elimina le conversazioni con file che non ti servono, o chiedi più spazio a chi gestisce questo servizio.',
    ],
    refused: [
      'The service did not accept “{name}”.',
      'Der Dienst hat „{name}“ nicht angenommen.',
      'Il servizio non ha accettato «{name}».',
    ],
    pages: [
      '{count, plural, one {# page} other {# pages}}',
      '{count, plural, one {# Seite} other {# Seiten}}',
      '{count, plural, one {# pagina} other {# pagine}}',
    ],
    reading: ['Reading the text', 'Text wird gelesen', 'Lettura del testo'],
    partly: ['partly read', 'teilweise gelesen', 'letto in parte'],
    partlyText: [
      'Only the beginning of this document was read.',
      'Nur der Anfang dieses Dokuments wurde gelesen.',
      'È stato letto solo l’inizio di questo documento.',
    ],
    reasons: {
      scanned: [
        'scanned, no text found',
        'gescannt, kein Text gefunden',
        'scansionato, nessun testo trovato',
      ],
      encrypted: [
        'encrypted, no text found',
        'verschlüsselt, kein Text gefunden',
        'cifrato, nessun testo trovato',
      ],
      damaged: [
        'damaged, no text found',
        'beschädigt, kein Text gefunden',
        'danneggiato, nessun testo trovato',
      ],
      'too large': ['too large to be read', 'zu groß zum Lesen', 'troppo grande per la lettura'],
      unsupported: ['cannot be read', 'nicht lesbar', 'non leggibile'],
    },
    open: ['Show {name}', '{name} anzeigen', 'Mostra {name}'],
    read: ['Read the text', 'Text lesen', 'Leggi il testo'],
    download: ['Download {name}', '{name} herunterladen', 'Scarica {name}'],
    downloadShort: ['Download', 'Herunterladen', 'Scarica'],
    deleted: ['was deleted', 'wurde gelöscht', 'è stato eliminato'],
    pictureOf: ['{number} of {count}', '{number} von {count}', '{number} di {count}'],
    before: ['Previous picture', 'Vorheriges Bild', 'Immagine precedente'],
    after: ['Next picture', 'Nächstes Bild', 'Immagine successiva'],
    pageBefore: ['Previous page', 'Vorherige Seite', 'Pagina precedente'],
    pageAfter: ['Next page', 'Nächste Seite', 'Pagina successiva'],
    pageOf: ['Page {page} of {pages}', 'Seite {page} von {pages}', 'Pagina {page} di {pages}'],
  },
  ...refusals(
    [
      '“{name}” is too large for a model: a picture may have at most 3.75 MiB.',
      '„{name}“ ist zu groß für ein Sprachmodell: Ein Bild darf höchstens 3,75 MiB haben.',
      '«{name}» è troppo grande per un modello linguistico: un’immagine può avere al massimo 3,75 MiB.',
    ],
    [
      '“{name}” is too large for a model: a picture may have at most 8000 pixels a side.',
      '„{name}“ ist zu groß für ein Sprachmodell: Ein Bild darf höchstens 8000 Pixel je Seite haben.',
      '«{name}» è troppo grande per un modello linguistico: un’immagine può avere al massimo 8000 pixel per lato.',
    ],
    [
      'The pictures of this message are too large together: at most 15 MiB.',
      'Die Bilder dieser Nachricht sind zusammen zu groß: höchstens 15 MiB.',
      'Le immagini di questo messaggio sono troppo grandi nel complesso: al massimo 15 MiB.',
    ],
  ),
} satisfies Texts;
