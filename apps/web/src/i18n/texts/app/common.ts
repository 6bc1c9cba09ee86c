import type { Texts } from '../../languages.ts';

export default {
  common: {
    appName: ['Jarvis', 'Jarvis', 'Jarvis'],
    cancel: ['Cancel', 'Abbrechen', 'Annulla'],
    save: ['Save', 'Speichern', 'Salva'],
    saved: ['Saved', 'Gespeichert', 'Salvato'],
    delete: ['Delete', 'Löschen', 'Elimina'],
    rename: ['Rename', 'Umbenennen', 'Rinomina'],
    undo: ['Undo', 'Rückgängig', 'Annulla'],
    close: ['Close', 'Schließen', 'Chiudi'],
    copy: ['Copy', 'Kopieren', 'Copia'],
    copied: ['Copied', 'Kopiert', 'Copiato'],
    tryAgain: ['Try again', 'Noch einmal versuchen', 'Riprova'],
    loading: ['Loading', 'Wird geladen', 'Caricamento in corso'],
    notices: ['Notices', 'Hinweise', 'Avvisi'],
    dismiss: ['Dismiss', 'Ausblenden', 'Nascondi'],
    skipToContent: ['Skip to content', 'Zum Inhalt springen', 'Vai al contenuto'],
    deleted: ['“{title}” was deleted.', '„{title}“ wurde gelöscht.', '«{title}» è stata eliminata.'],
    tooLong: ['At most {max} characters.', 'Höchstens {max} Zeichen.', 'Al massimo {max} caratteri.'],
    remove: ['Remove {name}', '{name} entfernen', 'Rimuovi {name}'],
    justNow: ['just now', 'gerade eben', 'poco fa'],
    show: ['Show', 'Anzeigen', 'Mostra'],
  },
} satisfies Texts;
