import type { Language } from './languages.ts';

interface Words {
  /** Label of a step, caption of one, caption of several. */
  readonly label: readonly [string, string, string];
  /** Matches a message that asks for this kind of change. */
  readonly asks?: RegExp;
}

/** The names of the assistant's tools in each language, one entry a tool. */
export const toolWords = {
  list_tasks: {
    en: { label: ['Task list', 'Looked at the tasks', 'Looked at the tasks'] },
    de: { label: ['Aufgabenliste', 'Aufgaben angesehen', 'Aufgaben angesehen'] },
    it: { label: ['Elenco delle attività', 'Guardato le attività', 'Guardato le attività'] },
  },
  add_task: {
    en: {
      label: ['New task', 'Added a task', 'Added # tasks'],
      asks: /\b(?:add|put|create|make|note|write down|set up|remind|task|to-?do|list)\b/iu,
    },
    de: {
      label: ['Neue Aufgabe', 'Aufgabe angelegt', '# Aufgaben angelegt'],
      asks: /\b(?:setz|setze|schreib|schreibe|füge|erstell|erstelle|leg|lege|notier|notiere|erinner|erinnere|aufgabe|liste|merk)\b/iu,
    },
    it: {
      label: ['Nuova attività', "Aggiunto un'attività", 'Aggiunto # attività'],
      asks: /\b(?:aggiung\w*|metti|crea|scrivi|segna|inserisci|ricorda\w*|compito|lista)\b|attività/iu,
    },
  },
  rename_task: {
    en: {
      label: ['Renamed task', 'Renamed a task', 'Renamed # tasks'],
      asks: /\b(?:rename|retitle|change|call)\b/iu,
    },
    de: {
      label: ['Umbenannte Aufgabe', 'Aufgabe umbenannt', '# Aufgaben umbenannt'],
      asks: /\b(?:benenn|benenne|umbenennen|nenne|ändere)\b/iu,
    },
    it: {
      label: ['Attività rinominata', "Rinominato un'attività", 'Rinominato # attività'],
      asks: /\b(?:rinomina\w*|cambia|modifica)\b/iu,
    },
  },
  set_due: {
    en: {
      label: ['Due date', 'Set a due date', 'Set # due dates'],
      asks: /\b(?:due|move|reschedule|postpone|push|delay|shift|put off|set|change|repeat|remind|deadline)\b/iu,
    },
    de: {
      label: ['Fälligkeit', 'Fälligkeit gesetzt', '# Fälligkeiten gesetzt'],
      asks: /\b(?:fällig\w*|verschieb\w*|verleg\w*|setz|setze|ändere|wiederhol\w*|erinner\w*|frist|termin)\b/iu,
    },
    it: {
      label: ['Scadenza', 'Impostato una scadenza', 'Impostato # scadenze'],
      asks: /\b(?:scad\w*|sposta\w*|rimanda\w*|posticipa\w*|imposta|cambia|ripeti|ricorda\w*|termine)\b/iu,
    },
  },
  snooze_task: {
    en: {
      label: ['Put off', 'Put off a reminder', 'Put off # reminders'],
      asks: /\b(?:snooze|put off|postpone|delay|remind|later|again)\b/iu,
    },
    de: {
      label: ['Aufgeschoben', 'Erinnerung aufgeschoben', '# Erinnerungen aufgeschoben'],
      asks: /\b(?:schlumm\w*|snooz\w*|verschieb\w*|aufschieb\w*|erinner\w*|später|wieder|nochmal|noch mal|noch einmal)\b/iu,
    },
    it: {
      label: ['Rimandato', 'Rimandato un promemoria', 'Rimandato # promemoria'],
      asks: /\b(?:posponi\w*|posticipa\w*|rimanda\w*|ricorda\w*|più tardi|di nuovo|ancora)\b/iu,
    },
  },
  complete_task: {
    en: {
      label: ['Completed task', 'Completed a task', 'Completed # tasks'],
      asks: /\b(?:complete|finish|close|done|tick|check off|cross off|mark)\b/iu,
    },
    de: {
      label: ['Erledigte Aufgabe', 'Aufgabe erledigt', '# Aufgaben erledigt'],
      asks: /\b(?:erledig\w*|abhaken|hake|abschließ\w*|fertig|markier\w*)\b/iu,
    },
    it: {
      label: ['Attività completata', "Completato un'attività", 'Completato # attività'],
      asks: /\b(?:complet\w*|finit\w*|finisci|segna|spunta|chiudi|fatt[oaie])\b/iu,
    },
  },
  reopen_task: {
    en: {
      label: ['Reopened task', 'Reopened a task', 'Reopened # tasks'],
      asks: /\b(?:reopen|re-open|undo|uncheck|open again|not done)\b/iu,
    },
    de: {
      label: ['Wieder offene Aufgabe', 'Aufgabe wieder geöffnet', '# Aufgaben wieder geöffnet'],
      asks: /\b(?:wieder|öffne|rückgängig)\b/iu,
    },
    it: {
      label: ['Attività riaperta', "Riaperto un'attività", 'Riaperto # attività'],
      asks: /\b(?:riapri\w*|non fatt[oaie])\b/iu,
    },
  },
  delete_task: {
    en: {
      label: ['Deleted task', 'Deleted a task', 'Deleted # tasks'],
      asks: /\b(?:delete|remove|drop|erase|cancel|clear)\b/iu,
    },
    de: {
      label: ['Gelöschte Aufgabe', 'Aufgabe gelöscht', '# Aufgaben gelöscht'],
      asks: /\b(?:lösch\w*|entfern\w*|streich\w*)\b/iu,
    },
    it: {
      label: ['Attività eliminata', "Eliminato un'attività", 'Eliminato # attività'],
      asks: /\b(?:elimina\w*|cancella\w*|rimuovi|togli)\b/iu,
    },
  },
  list_schedules: {
    en: { label: ['Schedules', 'Looked at the schedules', 'Looked at the schedules'] },
    de: { label: ['Zeitpläne', 'Zeitpläne angesehen', 'Zeitpläne angesehen'] },
    it: { label: ['Pianificazioni', 'Guardato le pianificazioni', 'Guardato le pianificazioni'] },
  },
  create_schedule: {
    en: {
      label: ['New schedule', 'Made a schedule', 'Made # schedules'],
      asks: /\b(?:every|each|daily|weekly|monthly|schedule|tell me|report)\b/iu,
    },
    de: {
      label: ['Neuer Zeitplan', 'Zeitplan angelegt', '# Zeitpläne angelegt'],
      asks: /\b(?:jede[nrs]?|täglich|wöchentlich|monatlich|werktags|zeitplan|plane|sag mir|berichte?)\b/iu,
    },
    it: {
      label: ['Nuova pianificazione', 'Creato una pianificazione', 'Creato # pianificazioni'],
      asks: /\b(?:ogni|tutti i|tutte le|pianifica|programma|dimmi|rapporto)\b/iu,
    },
  },
  change_schedule: {
    en: {
      label: ['Changed schedule', 'Changed a schedule', 'Changed # schedules'],
      asks: /\b(?:change|move|pause|stop|resume|restart|continue|schedule)\b/iu,
    },
    de: {
      label: ['Geänderter Zeitplan', 'Zeitplan geändert', '# Zeitpläne geändert'],
      asks: /\b(?:ändere|verschieb\w*|verleg\w*|pausier\w*|stopp\w*|fortsetzen|setze|halte|zeitplan)\b/iu,
    },
    it: {
      label: ['Pianificazione modificata', 'Modificato una pianificazione', 'Modificato # pianificazioni'],
      asks: /\b(?:cambia|sposta|ferma|sospendi|riprendi|modifica|interrompi)\b/iu,
    },
  },
  delete_schedule: {
    en: {
      label: ['Deleted schedule', 'Deleted a schedule', 'Deleted # schedules'],
      asks: /\b(?:delete|remove|cancel|stop|end)\b/iu,
    },
    de: {
      label: ['Gelöschter Zeitplan', 'Zeitplan gelöscht', '# Zeitpläne gelöscht'],
      asks: /\b(?:lösch\w*|entfern\w*|beend\w*|stopp\w*|streich\w*)\b/iu,
    },
    it: {
      label: ['Pianificazione eliminata', 'Eliminato una pianificazione', 'Eliminato # pianificazioni'],
      asks: /\b(?:elimina\w*|cancella\w*|rimuovi|togli|ferma|interrompi)\b/iu,
    },
  },
  save_memory: {
    en: { label: ['New memory', 'Remembered something', 'Remembered # things'] },
    de: { label: ['Neu im Gedächtnis', 'Etwas gemerkt', '# Dinge gemerkt'] },
    it: { label: ['Nuovo ricordo', 'Memorizzato qualcosa', 'Memorizzato # cose'] },
  },
  list_memories: {
    en: { label: ['Memories', 'Looked at the memories', 'Looked at the memories'] },
    de: { label: ['Gedächtnis', 'Im Gedächtnis nachgesehen', 'Im Gedächtnis nachgesehen'] },
    it: { label: ['Ricordi', 'Guardato i ricordi', 'Guardato i ricordi'] },
  },
  forget_memory: {
    en: {
      label: ['Forgotten memory', 'Forgot something', 'Forgot # things'],
      asks: /\b(?:forget|delete|remove|erase)\b/iu,
    },
    de: {
      label: ['Aus dem Gedächtnis', 'Etwas vergessen', '# Dinge vergessen'],
      asks: /\b(?:vergiss|lösch\w*|entfern\w*)\b/iu,
    },
    it: {
      label: ['Ricordo eliminato', 'Dimenticato qualcosa', 'Dimenticato # cose'],
      asks: /\b(?:dimentica\w*|cancella\w*|elimina\w*)\b/iu,
    },
  },
  read_file: {
    en: { label: ['File', 'Read a file', 'Read # files'] },
    de: { label: ['Datei', 'Datei gelesen', '# Dateien gelesen'] },
    it: { label: ['File', 'Letto un file', 'Letto # file'] },
  },
  search_file: {
    en: { label: ['Search in a file', 'Searched a file', 'Searched # files'] },
    de: { label: ['Suche in einer Datei', 'Datei durchsucht', '# Dateien durchsucht'] },
    it: { label: ['Ricerca in un file', 'Cercato in un file', 'Cercato in # file'] },
  },
  web_search: {
    en: { label: ['Web search', 'Searched the web', 'Searched the web # times'] },
    de: { label: ['Websuche', 'Im Web gesucht', '#-mal im Web gesucht'] },
    it: { label: ['Ricerca sul web', 'Cercato sul web', 'Cercato sul web # volte'] },
  },
  current_date: {
    en: { label: ['Date and time', 'Looked at the clock', 'Looked at the clock'] },
    de: { label: ['Datum und Uhrzeit', 'Auf die Uhr gesehen', 'Auf die Uhr gesehen'] },
    it: { label: ['Data e ora', "Guardato l'orologio", "Guardato l'orologio"] },
  },
  nothing_to_report: {
    en: { label: ['Nothing to report', 'Found nothing to report', 'Found nothing to report'] },
    de: { label: ['Nichts zu melden', 'Nichts zu melden gefunden', 'Nichts zu melden gefunden'] },
    it: { label: ['Niente da segnalare', 'Trovato niente da segnalare', 'Trovato niente da segnalare'] },
  },
} as const satisfies Record<string, Record<Language, Words>>;

export type ToolName = keyof typeof toolWords;

export const labelOf = (tool: ToolName, language: Language): Words['label'] =>
  toolWords[tool][language].label;

/** Whether a line asks for this kind of change, in any language; undefined for tools that only read. */
export function asksFor(tool: ToolName, line: string): boolean | undefined {
  const patterns = Object.values<Words>(toolWords[tool]).flatMap(({ asks }) => asks ?? []);
  return patterns.length === 0 ? undefined : patterns.some((pattern) => pattern.test(line));
}
