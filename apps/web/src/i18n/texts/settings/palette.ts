export default {
  palette: {
    placeholder: [
      'Search conversations, or type a command',
      'Unterhaltungen suchen oder Befehl eingeben',
      'Cerca nelle conversazioni, o scrivi un comando',
    ],
    actions: ['Commands', 'Befehle', 'Comandi'],
    recent: ['Recent', 'Zuletzt', 'Recenti'],
    none: ['Nothing found for “{q}”', 'Nichts gefunden für „{q}“', 'Nessun risultato per «{q}»'],
    noneText: [
      'The search covers titles, messages and files. Try a shorter or another word.',
      'Gesucht wird in Titeln, Nachrichten und Dateien. Versuch ein kürzeres oder ein anderes Wort.',
      'Si cerca nei titoli, nei messaggi e nei file. Prova una parola più breve, o un’altra.',
    ],
    failed: [
      'The search did not work. Try again.',
      'Die Suche hat nicht funktioniert. Versuch es noch einmal.',
      'La ricerca non ha funzionato. Riprova.',
    ],
  },
} as const;
