export default {
  memories: {
    lead: [
      'What Jarvis remembers about you. It remembers when you ask it to, or when you tell it something lasting.',
      'Was Jarvis sich über dich merkt. Er merkt sich etwas, wenn du ihn darum bittest oder ihm etwas Bleibendes erzählst.',
      'Che cosa Jarvis tiene a mente di te. Ricorda quando glielo chiedi, o quando gli dici qualcosa di duraturo.',
    ],
    user: ['About you', 'Über dich', 'Su di te'],
    preference: ['Preferences', 'Vorlieben', 'Preferenze'],
    project: ['Projects', 'Projekte', 'Progetti'],
    all: ['All', 'Alle', 'Tutti'],
    empty: ['Nothing remembered yet', 'Noch nichts gemerkt', 'Ancora nessun ricordo'],
    emptyText: [
      'Tell Jarvis in a chat: “Remember that I live in Trieste”.',
      'Sag Jarvis in einem Chat: „Merk dir, dass ich in Triest wohne“.',
      'Di’ a Jarvis in una chat: «Ricorda che vivo a Trieste».',
    ],
    emptyFilter: ['None of this kind', 'Keine dieser Art', 'Nessuno di questo tipo'],
    emptyFilterText: [
      'Memories of this kind will be listed here.',
      'Einträge dieser Art stehen hier, sobald es welche gibt.',
      'I ricordi di questo tipo compariranno qui.',
    ],
    off: ['Memory is switched off', 'Das Gedächtnis ist ausgeschaltet', 'La memoria è disattivata'],
    offText: [
      'Jarvis neither saves memories nor uses the ones below.',
      'Jarvis merkt sich nichts und benutzt auch die Einträge unten nicht.',
      'Jarvis non salva ricordi e non usa quelli qui sotto.',
    ],
    switchOn: ['Switch on', 'Einschalten', 'Attiva'],
    deleted: ['Forgotten: “{content}”', 'Vergessen: „{content}“', 'Dimenticato: «{content}»'],
    edit: ['Edit memory: {content}', 'Eintrag bearbeiten: {content}', 'Modifica il ricordo: {content}'],
    delete: ['Forget: {content}', 'Vergessen: {content}', 'Dimentica: {content}'],
    editLabel: ['Text of the memory', 'Text des Eintrags', 'Testo del ricordo'],
    from: ['See where it came from', 'Sehen, woher es kommt', 'Guarda da dove viene'],
    changed: ['Changed {when}', 'Geändert {when}', 'Modificato {when}'],
    length: [
      'Between {min} and {max} characters, on one line.',
      'Zwischen {min} und {max} Zeichen, in einer Zeile.',
      'Da {min} a {max} caratteri, su una riga.',
    ],
    toChat: ['Start a chat', 'Chat beginnen', 'Inizia una chat'],
  },
  lookups: {
    lead: [
      'The web searches that Jarvis made to answer you.',
      'Wonach Jarvis im Web gesucht hat, um dir zu antworten.',
      'Che cosa Jarvis ha cercato sul web per risponderti.',
    ],
    clear: ['Clear history', 'Verlauf löschen', 'Cancella la cronologia'],
    clearTitle: [
      'Clear the whole history?',
      'Den ganzen Verlauf löschen?',
      'Cancellare tutta la cronologia?',
    ],
    clearText: [
      'All lookups are removed from this list. Your conversations do not change.',
      'Alle Suchen verschwinden aus dieser Liste. Deine Unterhaltungen bleiben, wie sie sind.',
      'Tutte le ricerche spariscono da questo elenco. Le tue conversazioni restano come sono.',
    ],
    cleared: [
      '{count, plural, one {# lookup was cleared.} other {# lookups were cleared.}}',
      '{count, plural, one {# Suche wurde gelöscht.} other {# Suchen wurden gelöscht.}}',
      '{count, plural, one {# ricerca cancellata.} other {# ricerche cancellate.}}',
    ],
    empty: ['No lookups yet', 'Noch keine Suchen', 'Ancora nessuna ricerca'],
    emptyText: [
      'When an answer needs the web, the search is listed here.',
      'Wenn eine Antwort das Web braucht, steht die Suche hier.',
      'Quando una risposta ha bisogno del web, la ricerca compare qui.',
    ],
    results: [
      '{count, plural, one {# result} other {# results}}',
      '{count, plural, one {# Treffer} other {# Treffer}}',
      '{count, plural, one {# risultato} other {# risultati}}',
    ],
    reason: {
      timedOut: ['It took too long.', 'Sie hat zu lange gedauert.', 'Ha impiegato troppo tempo.'],
      keyRefused: [
        'The search service refused its key.',
        'Der Suchdienst nimmt seinen Schlüssel nicht an.',
        'Il servizio di ricerca rifiuta la sua chiave.',
      ],
      keyUnreadable: [
        'The key of the search service cannot be read.',
        'Der Schlüssel des Suchdienstes ist nicht lesbar.',
        'La chiave del servizio di ricerca non si può leggere.',
      ],
      tooMany: [
        'The search service has had too many requests.',
        'Der Suchdienst hat zu viele Anfragen bekommen.',
        'Il servizio di ricerca ha ricevuto troppe richieste.',
      ],
      unreachable: [
        'The search service cannot be reached.',
        'Der Suchdienst ist nicht erreichbar.',
        'Il servizio di ricerca non è raggiungibile.',
      ],
      failed: ['The search failed.', 'Die Suche ist fehlgeschlagen.', 'La ricerca non è riuscita.'],
    },
    notConfigured: [
      'Web search is not connected',
      'Die Websuche ist nicht verbunden',
      'La ricerca sul web non è collegata',
    ],
    allowed: ['Let Jarvis search the web', 'Jarvis darf im Web suchen', 'Jarvis può cercare sul web'],
  },
} as const;
