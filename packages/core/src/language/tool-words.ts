import type { Language } from './languages.ts';
import { ofLine } from './lines.ts';

interface Words extends Readonly<Record<Language, readonly [string, string, string]>> {
  /** Match a line that asks for this kind of change. */
  readonly asks?: Readonly<Record<Language, RegExp>>;
}

const letter = String.raw`[\p{L}\p{N}_]`;
/** A line with one of these as whole words, `…` being any ending. For `\b` and `\w`, an umlaut is no letter. */
const wholeWords = ({ raw: [words = ''] }: TemplateStringsArray): RegExp =>
  ofLine`(?<!${letter})(?:${words.replaceAll('…', `${letter}*`)})(?!${letter})`;

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
    it: ['Nuova attività', 'Aggiunta un’attività', 'Aggiunte # attività'],
    asks: {
      en: wholeWords`add|put|create|make|note|write down|set up|remind(?:er)?|task|to-?do|list`,
      de: wholeWords`setze?n?|schreibe?n?|füge|hinzu…|erstelle?n?|lege?|anlegen?|notiere?n?|eintragen?|aufschreiben?|erinnere?n?|aufgabe|liste|merke?n?`,
      it: wholeWords`aggiung…|metti|mettere|metta|crea|creare|crei|scriv(?:i|ere|a)|segn(?:a|are|i)|inseri(?:sci|re|sca)|ricorda…|compito|lista|attività`,
    },
  },
  rename_task: {
    en: ['Renamed task', 'Renamed a task', 'Renamed # tasks'],
    de: ['Umbenannte Aufgabe', 'Aufgabe umbenannt', '# Aufgaben umbenannt'],
    it: ['Attività rinominata', 'Rinominata un’attività', 'Rinominate # attività'],
    asks: {
      en: wholeWords`rename|retitle|change|call`,
      de: wholeWords`benenne?|umbenennen|nenne|ändere|ändern`,
      it: wholeWords`rinomin…|cambi(?:a|are)?|modific(?:a|are|hi)`,
    },
  },
  set_due: {
    en: ['Due date', 'Set a due date', 'Set # due dates'],
    de: ['Fälligkeit', 'Fälligkeit gesetzt', '# Fälligkeiten gesetzt'],
    it: ['Scadenza', 'Impostata una scadenza', 'Impostate # scadenze'],
    asks: {
      en: wholeWords`due|move|reschedule|postpone|push|delay|shift|put off|set|change|repeat|remind|deadline|(?<=\b(?:i|to) )schedule`,
      de: wholeWords`fällig…|verschieb…|verleg…|legen?|setze?n?|ändere|ändern|wiederhol…|erinner…|frist|termin`,
      it: wholeWords`scad…|spost…|rimand…|posticip…|impost(?:a|are|i)|cambi(?:a|are)?|ripet(?:i|ere|a)|ricorda…|termine`,
    },
  },
  snooze_task: {
    en: ['Put off', 'Put off a reminder', 'Put off # reminders'],
    de: ['Aufgeschoben', 'Erinnerung aufgeschoben', '# Erinnerungen aufgeschoben'],
    it: ['Rimandato', 'Rimandato un promemoria', 'Rimandati # promemoria'],
    asks: {
      en: wholeWords`snooze|put off|postpone|delay|remind|later|again`,
      de: wholeWords`schlumm…|snooz…|verschieb…|aufschieb…|erinner…|später|wieder|nochmal|noch mal|noch einmal`,
      it: wholeWords`pospo…|posticip…|rimand…|ricorda…|più tardi|di nuovo|ancora`,
    },
  },
  complete_task: {
    en: ['Completed task', 'Completed a task', 'Completed # tasks'],
    de: ['Erledigte Aufgabe', 'Aufgabe erledigt', '# Aufgaben erledigt'],
    it: ['Attività completata', 'Completata un’attività', 'Completate # attività'],
    asks: {
      en: wholeWords`complete|finish|close|done|tick|(?:check|cross) (?:.{1,60} )?off|mark`,
      de: wholeWords`erledig…|abhaken?|hake|abschließ…|fertig|markier…`,
      it: wholeWords`complet…|finit…|finis(?:ci|ca)|segn(?:a|are|i)|spunt(?:a|are)|(?<=che )spunti|chiud(?:i|ere|a)|fatt[oaie]`,
    },
  },
  reopen_task: {
    en: ['Reopened task', 'Reopened a task', 'Reopened # tasks'],
    de: ['Wieder offene Aufgabe', 'Aufgabe wieder geöffnet', '# Aufgaben wieder geöffnet'],
    it: ['Attività riaperta', 'Riaperta un’attività', 'Riaperte # attività'],
    asks: {
      en: wholeWords`reopen|re-open|undo|uncheck|open again|not done`,
      de: wholeWords`wieder|öffne|öffnen|rückgängig`,
      it: wholeWords`riapr…|non fatt[oaie]`,
    },
  },
  delete_task: {
    en: ['Deleted task', 'Deleted a task', 'Deleted # tasks'],
    de: ['Gelöschte Aufgabe', 'Aufgabe gelöscht', '# Aufgaben gelöscht'],
    it: ['Attività eliminata', 'Eliminata un’attività', 'Eliminate # attività'],
    asks: {
      en: wholeWords`delete|remove|drop|erase|cancel|clear`,
      de: wholeWords`lösch…|entfern…|streich…`,
      it: wholeWords`elimin…|cancell…|rimuov…|to(?:gli|lg)…`,
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
    it: ['Nuova pianificazione', 'Creata una pianificazione', 'Create # pianificazioni'],
    asks: {
      en: wholeWords`every|each|daily|weekly|monthly|schedule|tell me|report`,
      de: wholeWords`jede[nrs]?|täglich|wöchentlich|monatlich|werktags|zeitplan|plane|sag mir|berichte?`,
      it: wholeWords`ogni|tutti i|tutte le|pianifica|programma|dimmi|rapporto`,
    },
  },
  change_schedule: {
    en: ['Changed schedule', 'Changed a schedule', 'Changed # schedules'],
    de: ['Geänderter Zeitplan', 'Zeitplan geändert', '# Zeitpläne geändert'],
    it: ['Pianificazione modificata', 'Modificata una pianificazione', 'Modificate # pianificazioni'],
    asks: {
      en: wholeWords`change|move|pause|stop|resume|restart|continue|schedule`,
      de: wholeWords`ändere|ändern|verschieb…|verleg…|pausier…|stopp…|fortsetzen|setze|halte|anhalten|zeitplan`,
      it: wholeWords`cambi(?:a|are)?|spost(?:a|are|i)|ferm(?:a|are|i)|sospend…|riprend…|modific(?:a|are|hi)|pausa|interromp…`,
    },
  },
  delete_schedule: {
    en: ['Deleted schedule', 'Deleted a schedule', 'Deleted # schedules'],
    de: ['Gelöschter Zeitplan', 'Zeitplan gelöscht', '# Zeitpläne gelöscht'],
    it: ['Pianificazione eliminata', 'Eliminata una pianificazione', 'Eliminate # pianificazioni'],
    asks: {
      en: wholeWords`delete|remove|cancel|stop|end`,
      de: wholeWords`lösch…|entfern…|beend…|stopp…|streich…`,
      it: wholeWords`elimin…|cancell…|rimuov…|to(?:gli|lg)…|ferm(?:a|are|i)|interromp…`,
    },
  },
  save_memory: {
    en: ['New memory', 'Remembered something', 'Remembered # things'],
    de: ['Neu im Gedächtnis', 'Etwas gemerkt', '# Dinge gemerkt'],
    it: ['Nuovo ricordo', 'Memorizzato qualcosa', 'Memorizzate # cose'],
  },
  list_memories: {
    en: ['Memories', 'Looked at the memories', 'Looked at the memories'],
    de: ['Gedächtnis', 'Im Gedächtnis nachgesehen', 'Im Gedächtnis nachgesehen'],
    it: ['Ricordi', 'Guardato i ricordi', 'Guardato i ricordi'],
  },
  forget_memory: {
    en: ['Forgotten memory', 'Forgot something', 'Forgot # things'],
    de: ['Aus dem Gedächtnis', 'Etwas vergessen', '# Dinge vergessen'],
    it: ['Ricordo eliminato', 'Dimenticato qualcosa', 'Dimenticate # cose'],
    asks: {
      en: wholeWords`forget|delete|remove|erase`,
      de: wholeWords`vergiss|soll ich .{0,200}vergessen|lösch…|entfern…`,
      it: wholeWords`dimentic(?:a…|hi)|cancell…|elimin…`,
    },
  },
  read_file: {
    en: ['File', 'Read a file', 'Read # files'],
    de: ['Datei', 'Datei gelesen', '# Dateien gelesen'],
    it: ['File', 'Letto un file', 'Letti # file'],
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
    it: ['Niente da segnalare', 'Niente da segnalare', 'Niente da segnalare'],
  },
} as const satisfies Record<string, Words>;

export type ToolName = keyof typeof toolWords;

export const labelOf = (tool: ToolName, language: Language): Words[Language] => toolWords[tool][language];

/** The tools that have words that ask for them. */
type AskedByWords = {
  [Name in ToolName]: (typeof toolWords)[Name] extends { asks: unknown } ? Name : never;
}[ToolName];

/** The tools that change something. More than words ask for a memory: `memories/remember.ts`. */
export type WritingTool = AskedByWords | 'save_memory';

/** Whether a line asks for this kind of change, in any language. */
export const asksFor = (tool: AskedByWords, line: string): boolean =>
  Object.values(toolWords[tool].asks).some((pattern) => pattern.test(line));
