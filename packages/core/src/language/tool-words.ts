import type { Language } from './languages.ts';

interface Words extends Readonly<Record<Language, readonly [string, string, string]>> {
  /** Match a line that asks for this kind of change. */
  readonly asks?: Readonly<Record<Language, RegExp>>;
}

/**
 * The names of the assistant's tools in each language: the label of a step, the caption of one, and that of several. One
 * entry a tool.
 */
export const toolWords = {
  list_tasks: {
    en: ['Task list', 'Looked at the tasks', 'Looked at the tasks'],
    de: ['Aufgabenliste', 'Aufgaben angesehen', 'Aufgaben angesehen'],
    it: ['Elenco delle attività', 'Guardato le attività', 'Guardato le attività'],
  },
  add_task: {
    en: ['New task', 'Added a task', 'Added # tasks'],
    de: ['Neue Aufgabe', 'Aufgabe angelegt', '# Aufgaben angelegt'],
    it: ['Nuova attività', 'Aggiunto un’attività', 'Aggiunto # attività'],
    asks: {
      en: /\b(?:add|put|create|make|note|write down|set up|remind(?:er)?|task|to-?do|list)\b/iu,
      de: /\b(?:setze?n?|schreibe?n?|füge|hinzu\w*|erstelle?n?|lege?|anlegen?|notiere?n?|eintragen?|aufschreiben?|erinnere?n?|aufgabe|liste|merke?n?)\b/iu,
      it: /\b(?:aggiung\w*|metti|mettere|metta|crea|creare|crei|scriv(?:i|ere|a)|segn(?:a|are|i)|inseri(?:sci|re|sca)|ricorda\w*|compito|lista)\b|attività/iu,
    },
  },
  rename_task: {
    en: ['Renamed task', 'Renamed a task', 'Renamed # tasks'],
    de: ['Umbenannte Aufgabe', 'Aufgabe umbenannt', '# Aufgaben umbenannt'],
    it: ['Attività rinominata', 'Rinominato un’attività', 'Rinominato # attività'],
    asks: {
      en: /\b(?:rename|retitle|change|call)\b/iu,
      de: /(?<!\p{L})(?:benenne?|umbenennen|nenne|ändere|ändern)(?!\p{L})/iu,
      it: /\b(?:rinomin\w*|cambi(?:a|are)?|modific(?:a|are|hi))\b/iu,
    },
  },
  set_due: {
    en: ['Due date', 'Set a due date', 'Set # due dates'],
    de: ['Fälligkeit', 'Fälligkeit gesetzt', '# Fälligkeiten gesetzt'],
    it: ['Scadenza', 'Impostato una scadenza', 'Impostato # scadenze'],
    asks: {
      en: /\b(?:due|move|reschedule|postpone|push|delay|shift|put off|set|change|repeat|remind|deadline|(?<=\b(?:i|to) )schedule)\b/iu,
      de: /(?<!\p{L})(?:fällig\w*|verschieb\w*|verleg\w*|legen?|setze?n?|ändere|ändern|wiederhol\w*|erinner\w*|frist|termin)(?!\p{L})/iu,
      it: /\b(?:scad\w*|spost\w*|rimand\w*|posticip\w*|impost(?:a|are|i)|cambi(?:a|are)?|ripet(?:i|ere|a)|ricorda\w*|termine)\b/iu,
    },
  },
  snooze_task: {
    en: ['Put off', 'Put off a reminder', 'Put off # reminders'],
    de: ['Aufgeschoben', 'Erinnerung aufgeschoben', '# Erinnerungen aufgeschoben'],
    it: ['Rimandato', 'Rimandato un promemoria', 'Rimandato # promemoria'],
    asks: {
      en: /\b(?:snooze|put off|postpone|delay|remind|later|again)\b/iu,
      de: /\b(?:schlumm\w*|snooz\w*|verschieb\w*|aufschieb\w*|erinner\w*|später|wieder|nochmal|noch mal|noch einmal)\b/iu,
      it: /\b(?:pospo\w*|posticip\w*|rimand\w*|ricorda\w*|più tardi|di nuovo|ancora)\b/iu,
    },
  },
  complete_task: {
    en: ['Completed task', 'Completed a task', 'Completed # tasks'],
    de: ['Erledigte Aufgabe', 'Aufgabe erledigt', '# Aufgaben erledigt'],
    it: ['Attività completata', 'Completato un’attività', 'Completato # attività'],
    asks: {
      en: /\b(?:complete|finish|close|done|tick|(?:check|cross) (?:.{1,60} )?off|mark)\b/iu,
      de: /\b(?:erledig\w*|abhaken?|hake|abschließ\w*|fertig|markier\w*)\b/iu,
      it: /\b(?:complet\w*|finit\w*|finis(?:ci|ca)|segn(?:a|are|i)|spunt(?:a|are)|(?<=che )spunti|chiud(?:i|ere|a)|fatt[oaie])\b/iu,
    },
  },
  reopen_task: {
    en: ['Reopened task', 'Reopened a task', 'Reopened # tasks'],
    de: ['Wieder offene Aufgabe', 'Aufgabe wieder geöffnet', '# Aufgaben wieder geöffnet'],
    it: ['Attività riaperta', 'Riaperto un’attività', 'Riaperto # attività'],
    asks: {
      en: /\b(?:reopen|re-open|undo|uncheck|open again|not done)\b/iu,
      de: /(?<!\p{L})(?:wieder|öffne|öffnen|rückgängig)(?!\p{L})/iu,
      it: /\b(?:riapr\w*|non fatt[oaie])\b/iu,
    },
  },
  delete_task: {
    en: ['Deleted task', 'Deleted a task', 'Deleted # tasks'],
    de: ['Gelöschte Aufgabe', 'Aufgabe gelöscht', '# Aufgaben gelöscht'],
    it: ['Attività eliminata', 'Eliminato un’attività', 'Eliminato # attività'],
    asks: {
      en: /\b(?:delete|remove|drop|erase|cancel|clear)\b/iu,
      de: /\b(?:lösch\w*|entfern\w*|streich\w*)\b/iu,
      it: /\b(?:elimin\w*|cancell\w*|rimuov\w*|to(?:gli|lg)\w*)\b/iu,
    },
  },
  list_schedules: {
    en: ['Schedules', 'Looked at the schedules', 'Looked at the schedules'],
    de: ['Zeitpläne', 'Zeitpläne angesehen', 'Zeitpläne angesehen'],
    it: ['Pianificazioni', 'Guardato le pianificazioni', 'Guardato le pianificazioni'],
  },
  create_schedule: {
    en: ['New schedule', 'Made a schedule', 'Made # schedules'],
    de: ['Neuer Zeitplan', 'Zeitplan angelegt', '# Zeitpläne angelegt'],
    it: ['Nuova pianificazione', 'Creato una pianificazione', 'Creato # pianificazioni'],
    asks: {
      en: /\b(?:every|each|daily|weekly|monthly|schedule|tell me|report)\b/iu,
      de: /\b(?:jede[nrs]?|täglich|wöchentlich|monatlich|werktags|zeitplan|plane|sag mir|berichte?)\b/iu,
      it: /\b(?:ogni|tutti i|tutte le|pianifica|programma|dimmi|rapporto)\b/iu,
    },
  },
  change_schedule: {
    en: ['Changed schedule', 'Changed a schedule', 'Changed # schedules'],
    de: ['Geänderter Zeitplan', 'Zeitplan geändert', '# Zeitpläne geändert'],
    it: ['Pianificazione modificata', 'Modificato una pianificazione', 'Modificato # pianificazioni'],
    asks: {
      en: /\b(?:change|move|pause|stop|resume|restart|continue|schedule)\b/iu,
      de: /(?<!\p{L})(?:ändere|ändern|verschieb\w*|verleg\w*|pausier\w*|stopp\w*|fortsetzen|setze|halte|anhalten|zeitplan)(?!\p{L})/iu,
      it: /\b(?:cambi(?:a|are)?|spost(?:a|are|i)|ferm(?:a|are|i)|sospend\w*|riprend\w*|modific(?:a|are|hi)|pausa|interromp\w*)\b/iu,
    },
  },
  delete_schedule: {
    en: ['Deleted schedule', 'Deleted a schedule', 'Deleted # schedules'],
    de: ['Gelöschter Zeitplan', 'Zeitplan gelöscht', '# Zeitpläne gelöscht'],
    it: ['Pianificazione eliminata', 'Eliminato una pianificazione', 'Eliminato # pianificazioni'],
    asks: {
      en: /\b(?:delete|remove|cancel|stop|end)\b/iu,
      de: /\b(?:lösch\w*|entfern\w*|beend\w*|stopp\w*|streich\w*)\b/iu,
      it: /\b(?:elimin\w*|cancell\w*|rimuov\w*|to(?:gli|lg)\w*|ferm(?:a|are|i)|interromp\w*)\b/iu,
    },
  },
  save_memory: {
    en: ['New memory', 'Remembered something', 'Remembered # things'],
    de: ['Neu im Gedächtnis', 'Etwas gemerkt', '# Dinge gemerkt'],
    it: ['Nuovo ricordo', 'Memorizzato qualcosa', 'Memorizzato # cose'],
  },
  list_memories: {
    en: ['Memories', 'Looked at the memories', 'Looked at the memories'],
    de: ['Gedächtnis', 'Im Gedächtnis nachgesehen', 'Im Gedächtnis nachgesehen'],
    it: ['Ricordi', 'Guardato i ricordi', 'Guardato i ricordi'],
  },
  forget_memory: {
    en: ['Forgotten memory', 'Forgot something', 'Forgot # things'],
    de: ['Aus dem Gedächtnis', 'Etwas vergessen', '# Dinge vergessen'],
    it: ['Ricordo eliminato', 'Dimenticato qualcosa', 'Dimenticato # cose'],
    asks: {
      en: /\b(?:forget|delete|remove|erase)\b/iu,
      de: /\b(?:vergiss|soll ich .{0,200}vergessen|lösch\w*|entfern\w*)\b/iu,
      it: /\b(?:dimentic(?:a\w*|hi)|cancell\w*|elimin\w*)\b/iu,
    },
  },
  read_file: {
    en: ['File', 'Read a file', 'Read # files'],
    de: ['Datei', 'Datei gelesen', '# Dateien gelesen'],
    it: ['File', 'Letto un file', 'Letto # file'],
  },
  search_file: {
    en: ['Search in a file', 'Searched a file', 'Searched # files'],
    de: ['Suche in einer Datei', 'Datei durchsucht', '# Dateien durchsucht'],
    it: ['Ricerca in un file', 'Cercato in un file', 'Cercato in # file'],
  },
  web_search: {
    en: ['Web search', 'Searched the web', 'Searched the web # times'],
    de: ['Websuche', 'Im Web gesucht', '#-mal im Web gesucht'],
    it: ['Ricerca sul web', 'Cercato sul web', 'Cercato sul web # volte'],
  },
  current_date: {
    en: ['Date and time', 'Looked at the clock', 'Looked at the clock'],
    de: ['Datum und Uhrzeit', 'Auf die Uhr gesehen', 'Auf die Uhr gesehen'],
    it: ['Data e ora', 'Guardato l’orologio', 'Guardato l’orologio'],
  },
  nothing_to_report: {
    en: ['Nothing to report', 'Found nothing to report', 'Found nothing to report'],
    de: ['Nichts zu melden', 'Nichts zu melden gefunden', 'Nichts zu melden gefunden'],
    it: ['Niente da segnalare', 'Trovato niente da segnalare', 'Trovato niente da segnalare'],
  },
} as const satisfies Record<string, Words>;

export type ToolName = keyof typeof toolWords;

export const labelOf = (tool: ToolName, language: Language): Words[Language] => toolWords[tool][language];

/** Whether a line asks for this kind of change, in any language; undefined for tools that only read. */
export function asksFor(tool: ToolName, line: string): boolean | undefined {
  const { asks }: Words = toolWords[tool];
  return asks && Object.values(asks).some((pattern) => pattern.test(line));
}
