import { list, upTo59 } from './lists.ts';
import type { TimeWords } from './time-words.ts';

const small = list(
  'zero uno|una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
);
const stems = list(
  'prim second terz quart quint sest settim ottav non decim undicesim dodicesim tredicesim quattordicesim quindicesim sedicesim diciassettesim diciottesim diciannovesim ventesim ventunesim ventiduesim ventitreesim ventiquattresim venticinquesim ventiseiesim ventisettesim ventottesim ventinovesim trentesim trentunesim',
);

const whenDone = list('fatt finit completat terminat')
  .flatMap((stem) =>
    ['o', 'a'].flatMap((ending) =>
      ['che e', `che e stat${ending}`, "che l'ho", `averl${ending}`]
        .map((before) => `dopo ${before}`)
        .concat('una volta', 'quando', 'quando e')
        .map((before) => `${before} ${stem}${ending}`),
    ),
  )
  .join('|');

/** Before and behind their noun. */
const which = {
  0: "questo|questa|quest'|corrente|in corso|attuale",
  0.5: 'che viene|entrante|che arriva',
  1: 'dopo|prossimo|prossima|il prossimo|la prossima|che verra|seguente|successivo|successiva|prox|pross|venturo|ventura',
  2: 'dopo il prossimo|dopo la prossima',
  '-1': 'scorso|scorsa|passato|passata',
};

export const it: TimeWords = {
  // "Un" is an article, and no hour.
  numbers: upTo59(small, ['venti', 'trenta', 'quaranta', 'cinquanta'], (ten, one, digit) => {
    const stem = digit === 1 || digit === 8 ? ten.slice(0, -1) : ten;
    return stem + one.replace('uno', `un|${stem}uno`);
  }),
  decimals: {
    2: "un paio di|un paio|paio|paio di|un paio d'|paio d'",
    10: 'una decina di|decina di',
    3: 'alcuni|alcune|qualche|pochi|poche',
  },
  ordinals: stems.map((stem) => (stem === 'non' ? 'nono|nona' : `${stem}o|${stem}a`)),
  dayOrdinals: ['primo'],
  last: {
    '-1': "ultimo|ultima|l'ultimo|l'ultima",
    '-2': 'penultimo|penultima',
    '-3': 'terzultimo|terzultima',
  },
  ordinalEndings: 'º|°|ª',
  dotIsOrdinal: false,
  weekdays: ['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi', 'sabato|sabati', 'domenica|domeniche'],
  weekdaysShort: ['lun', 'mar', 'mer', 'gio', 'ven', 'sab', 'dom'],
  weekdaysOften: [],
  months: list(
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  ),
  monthsShort: list('gen|genn feb|febb mar apr mag giu lug ago set|sett ott nov dic'),
  units: {
    second: 'secondo|secondi|sec',
    minute: 'minuto|minuti|min|minutino|minutini',
    hour: 'ora|ore|oretta|h|orette',
    day: 'giorno|giorni|giornata|giornate|gg|giornaliero',
    workday:
      'giorno feriale|giorni feriali|giorno lavorativo|giorni lavorativi|feriale|feriali|giorno della settimana lavorativa|giorno infrasettimanale',
    week: 'settimana|settimane',
    weekend: 'weekend|week-end|week end|fine settimana|finesettimana|fine-settimana|we',
    fortnight: 'quindicina|quindicina di giorni',
    month: 'mese|mesi|mesetto',
    quarter: 'trimestre|trimestri',
    year: 'anno|anni',
  },
  minutes: {
    10: 'decina di minuti',
    20: 'ventina di minuti',
    15: "quarto d'ora|quarticello d'ora|quartino d'ora",
    30: "mezz'ora|mezzora|mezza ora|mezz'oretta|mezzoretta",
    45: "tre quarti d'ora",
  },
  days: {
    0: "oggi|giornata odierna|in giornata|oggi stesso|quest'oggi",
    1: "domani|l'indomani|domani stesso|doman",
    2: 'dopodomani|dopo domani|dopo-domani|il giorno dopo domani',
    '-1': 'ieri',
    '-2': "l'altro ieri|altroieri|avantieri|l'altroieri",
  },
  parts: {
    early:
      'come prima cosa|per prima cosa|presto|mattina presto|la mattina presto|di buon mattino|di prima mattina|di buon ora|prima mattina|in prima mattinata|presto al mattino|al mattino presto|di mattina presto|presto la mattina',
    morning:
      'mattine|mattina|mattino|al mattino|di mattina|la mattina|alla mattina|del mattino|della mattina|di mattino|nella mattina',
    forenoon: 'mattinata|in mattinata|nella mattinata|tarda mattinata|in tarda mattinata',
    midday: "ora di pranzo|all'ora di pranzo|a ora di pranzo|in pausa pranzo",
    afternoon:
      'dopo pranzo|pomeriggi|pomeriggio|di pomeriggio|del pomeriggio|al pomeriggio|nel pomeriggio|il pomeriggio|primo pomeriggio|nel primo pomeriggio|tardo pomeriggio|nel tardo pomeriggio|pom|in pomeriggio',
    evening:
      "sere|sera|serata|di sera|della sera|in serata|la sera|alla sera|nella serata|nella sera|verso sera|all'ora di cena|la serata|ora di cena|prima serata",
    night:
      'notti|notte|di notte|della notte|nella notte|la notte|in nottata|nottata|nella nottata|tarda sera|in tarda serata|a notte fonda|tarda serata|in tarda sera',
  },
  partsAlone: {
    early:
      'di buon mattino|di prima mattina|la mattina presto|al mattino presto|di mattina presto|in prima mattinata|presto al mattino|nella prima mattinata',
    morning:
      'al mattino|di mattina|alla mattina|del mattino|della mattina|in mattina|nella mattina|di mattino|la mattina',
    forenoon: 'in mattinata|nella mattinata|in tarda mattinata',
    midday: "all'ora di pranzo|in pausa pranzo",
    afternoon:
      'dopo pranzo|di pomeriggio|del pomeriggio|al pomeriggio|nel pomeriggio|nel primo pomeriggio|nel tardo pomeriggio|il pomeriggio|in pomeriggio',
    evening:
      "di sera|della sera|in serata|alla sera|nella serata|nella sera|verso sera|all'ora di cena|la sera|la serata|entro sera",
    night: 'di notte|della notte|nella notte|in nottata|nella nottata|in tarda serata|a notte fonda|la notte',
  },
  dayParts: {
    '0 morning': 'stamattina|stamani|stamane|sta mattina',
    '0 afternoon': 'sto pomeriggio',
    '0 evening': 'stasera|sta sera|di stasera',
    '0 night': 'stanotte|sta notte',
    '1 morning': 'domattina|domani mattina|domani mattino|doman mattina',
    '2 morning': 'dopodomani mattina',
    '0 midday': 'oggi a pranzo',
  },
  joinedParts: {},
  hourNames: { 12: 'mezzogiorno|mezzodi|mezzo giorno', 24: 'mezzanotte|mezza notte' },
  which,
  whichBehind: which,
  adverbs: {
    '1 hour': 'ogni ora',
    '1 day': 'quotidianamente|giornalmente|tutti i giorni|tutti i santi giorni|ogni santo giorno|ogni di',
    '1 week': 'settimanalmente',
    '2 week': 'quindicinalmente|bisettimanalmente',
    '1 month': 'mensilmente',
    '3 month': 'trimestralmente',
    '6 month': 'semestralmente|ogni semestre',
    '2 day': 'a giorni alterni|un giorno si e un giorno no',
    '1 year': 'annualmente',
    '1 workday':
      'nei giorni feriali|nei feriali|nei giorni lavorativi|i giorni feriali|i feriali|tutti i giorni feriali|tutti i giorni lavorativi|durante la settimana|in settimana lavorativa',
    '1 weekend':
      'nei weekend|nei fine settimana|tutti i weekend|tutti i fine settimana|i fine settimana|i weekend',
  },
  edges: {
    start: "inizio|all'inizio|l'inizio|ai primi|primi|agli inizi|inizi",
    mid: 'meta|a meta|la meta|alla meta|verso meta',
    end: 'fine|la fine|alla fine|a fine|per fine|verso fine|verso la fine',
  },
  edgesOf: {
    'end day': 'fine giornata|a fine giornata|fine della giornata|entro la giornata',
    'end month': 'fine mese|a fine mese|per fine mese|entro il mese',
    'end week': 'entro la settimana',
    'end year': "fine anno|a fine anno|entro l'anno",
    'start month': 'inizio mese|a inizio mese',
    'mid month': 'meta mese|a meta mese',
    'mid week': 'meta settimana|a meta settimana',
    'start week': 'inizio settimana|a inizio settimana',
    'end quarter': 'fine trimestre',
    'start year': 'inizio anno|a inizio anno',
  },
  holidays: {
    christmas: 'natale|giorno di natale',
    christmasEve: 'vigilia|vigilia di natale',
    boxingDay: 'santo stefano',
    newYear: "capodanno|primo dell'anno",
    newYearsEve: "san silvestro|vigilia di capodanno|ultimo dell'anno",
    epiphany: 'epifania|befana',
    valentine: 'san valentino',
    halloween: 'halloween',
    mayDay: 'festa del lavoro',
    assumption: 'ferragosto',
    allSaints: 'ognissanti',
    immaculate: 'immacolata',
    ashWednesday: 'mercoledi delle ceneri|ceneri',
    easter: 'pasqua',
    easterMonday: 'pasquetta',
    liberation: 'festa della liberazione',
    republic: 'festa della repubblica',
  },
  cities: {
    'Europe/London': 'londra',
    'Europe/Rome': 'roma|milano|italiana|napoli|torino',
    'Europe/Paris': 'parigi',
    'Europe/Berlin': 'berlino|monaco|francoforte|amburgo',
    'Europe/Lisbon': 'lisbona',
    'Europe/Moscow': 'mosca',
    'Europe/Athens': 'atene',
    'Europe/Zurich': 'zurigo',
    'Europe/Vienna': 'vienna',
    'Europe/Prague': 'praga',
    'Europe/Brussels': 'bruxelles',
    'Europe/Copenhagen': 'copenaghen',
    'Europe/Stockholm': 'stoccolma',
    'Europe/Dublin': 'dublino',
    'Europe/Warsaw': 'varsavia',
    'Asia/Shanghai': 'pechino',
    'America/Los_Angeles': 'california|los angeles',
    'America/Mexico_City': 'citta del messico',
    'Africa/Cairo': 'cairo|il cairo',
  },
  clockIs24: true,
  plain: {
    at: "alle|alle ore|all'|a|ore|per le|per l'|verso le|verso l'|verso|@|dalle|dall'|dopo le|dopo l'|prima delle|prima dell'|entro le|entro l'|fino alle|alla|sulle|intorno alle|attorno alle|le ore|per le ore|dopo|delle|h|dell'|fino all'|alle ore",
    about:
      'circa|verso|intorno|attorno|precise|in punto|esatte|esattamente|piu o meno|appena dopo|poco dopo|poco prima|massimo|al massimo|al piu tardi|spaccate|circa alle',
    aboutAfter: 'circa|precise|in punto|esatte|spaccate|piu o meno|al massimo|al piu tardi|massimo',
    hourWord: 'in punto',
    am: 'am|a.m.',
    pm: 'pm|p.m.',
    past: '',
    before: 'minuti alle|minuti a|minuti alla',
    plus: 'e',
    minus: 'meno',
    halfPast: '',
    halfTo: '',
    quarterTo: "un quarto alle|un quarto a|un quarto all'|un quarto alla",
    quarterOf: '',
    half: "mezza|mezzo|mezz'",
    quarter: 'quarto|quarti',
    threeQuarters: 'tre quarti',
    article: "un|una|uno|un'",
    more: 'altri|altre|altro|altra|buone|buoni',
    on: "il|lo|nell'|per il|di|per|nel|al|all'|l'|a|per l'|del|dell'|il giorno|nel giorno|in data|entro|per la|nella|nello|in|la",
    the: "il|lo|la|l'|i|le|gli",
    of: "di|del|dello|della|dell'|d'|in|nel|da|dal|a|al|nella|dalla|per il",
    in: 'tra|fra|in|entro|nel giro di|da qui a|dopo|di qui a',
    inMonth: "in|a|ad|nel|nell'|entro|fino al|nel mese di|del mese di|mese di|di|per",
    by: "entro|prima di|prima del|prima dell'|per|da|dal|entro il|entro la|entro le|entro e non oltre|non oltre|scadenza|scade|entro l'|dopo|dalle|fino a|entro non oltre|dopo il|gia|magari|prima della|prima",
    and: 'e|ed|&',
    now: 'adesso|ora|subito|immediatamente',
    ago: 'fa|or sono|addietro',
    agoBefore: '',
    hence: 'da adesso|da ora|da oggi|dopo oggi|piu tardi|a partire da adesso',
    fromDay: 'da|dopo|a partire da|dal|dopo il',
    afterNext: 'dopo il prossimo|dopo questo|non questo ma il prossimo',
    every: 'ogni|tutti i|tutte le|tutti gli|ciascun|ogni singolo|di ogni',
    everyDigits: 'ogni|tutti i',
    everySecond: 'si e uno no|si e una no|si e un no|si e una settimana no|si e un mese no',
    other: 'altro|altra|secondo|seconda',
    each: "al|alla|all'|ogni|a|per|la|il",
    once: 'una volta|1 volta',
    until: "fino a|fino al|fino alla|fino all'|sino a|sino al|fino|al|fin|fino a tutto",
    for: 'per|per i prossimi|per le prossime',
    times: 'volte|ripetizioni',
    lasting: '',
    starting:
      "a partire da|a partire dal|a partire dalla|da|dal|a cominciare da|iniziando|iniziando da|cominciando|cominciando da|partendo da|a decorrere dal|inizio|dalla|dall'|con inizio|con inizio il",
    from: "da|dal|dalla|dall'|dalle",
    through: "a|al|alla|all'|alle|-|fino a|fino al|e|fino alle|ed",
    between: "tra|fra|tra le|tra il|fra le|fra il|tra l'",
    afterDone: `${whenDone}|dopo averli fatti|dopo averle fatte|dopo il completamento|dopo completamento|dopo l'ultima volta|dall'ultima volta|dopo l'esecuzione|dopo la fine|dal completamento|dopo lo svolgimento`,
    habitual: 'sempre|il|di|la|i',
    dayWord: 'giorno|giorni',
    eighth: 'a otto',
    atHoliday: 'a|entro|per|ad|prima di|dopo|il giorno di|entro il',
    beforeDay: "prima di|prima del|prima della|prima dell'",
    except: 'tranne|eccetto|escluso|esclusa|salvo|ma non|a parte',
    theDay: "il|l'|dal|entro il|per il|il giorno|dall'|prima del|dopo il|giorno",
    onThe: "il|l'|per il|entro il|il giorno|giorno|nel giorno|al|dal|del",
    zoneTime: 'ora locale|fuso orario',
    zoneOf: 'ora di|fuso di|ora locale di|fuso orario di|orario di|ora|ora del|di|ora della',
    again: 'di nuovo|ancora',
    timer: 'timer|conto alla rovescia',
  },
  reminds:
    /^(?:(?:per favore|ehi|ciao|ok|jarvis|puoi|potresti|mi puoi|per piacere)[,!]? )*(?:ricordami|ricordati|ricordarmi|mi ricordi|(?:imposta|metti|mettere|crea|aggiungi|programma)(?:mi)? (?:un |la |una )?(?:promemoria|allarme|sveglia)|(?:imposta|metti|avvia)(?:mi)? (?:il |un )?(?:timer|conto alla rovescia)|promemoria|svegliami|svegliarmi|sveglia|avvisami|avvertimi|non farmi dimenticare|fammi ricordare)(?:\s+(?:di|del|della|dello|dei|degli|delle|che devo|che|per|a|da)(?=\s|$)|\s+d(?:ell)?['’]|\s*:)?\s*/iu,
  wakes: /svegli/iu,
  asks: /^(?:(?:per favore|jarvis|puoi|potresti) ?,? )*(?:di[mr]mi|da[mr]mi|manda(?:mi|rmi)|invia(?:mi|rmi)|mostra(?:mi|rmi)|legg(?:imi|ermi)|fammi (?:un|il|sapere|vedere)|raccontami|riassumi(?:mi)?|cerca(?:mi)?|controlla se|verifica se|informami|aggiornami|elencami|scrivimi|consigliami|suggeriscimi|chiedi (?:le |delle |il |del )?(?:ultime )?(?:notizie|tempo|meteo)|cosa (?:c'è|ho|devo)|qual è|quali sono|che tempo)(?!\p{L})/iu,
  wonders: /^(?:(?:per favore|jarvis|puoi|potresti) ?,? )*(?:cosa|qual|quali|che)(?!\p{L})/iu,
  sends:
    /^(?:(?:per favore|jarvis|puoi|potresti) ?,? )*(?:mandami|inviami|riassumi(?:mi)?|informami|aggiornami|chiedi)(?!\p{L})/iu,
  later: 'più tardi',
  to: /(?<!\p{L})(?:a|al|alla|alle|ad|per)(?!\p{L})|(?<!\p{L})all['’]/iu,
  belongs: /(?<!\p{L})(?:per|di|del|della|delle|dei|da|dal|dalle|su|sul|fino|entro|prima|dopo)$/iu,
  leftBefore: /^(?:ed?|poi|devo)(?=\s)\s*(?=\S)/iu,
  leftBehind: / (?:di|a|e|alle|il|la|per|entro|,|da|le|al|dal|ogni|nel|in|del|sempre|ed)$/iu,
  joins: /^(?:di|che devo|che|a|per|del)(?=\s)\s*(?=\S)/iu,
  please: / per favore$/iu,
  namedBefore:
    /(?:(?<!\p{L})(?:sig|sig\.?ra|signor|signora|signorina|dott|dott\.?ssa|prof|don|san|santa|santo|suor|mister|film|via|viale|piazza|piazzale|corso|largo|vicolo|ristorante|salmo) \.?|(?<!\p{L})(?:signor|signora|dott|sig|prof|sig\.ra)\. )$/iu,
  phraseBefore: /(?<!\p{L})(?:black|buon|buona) $/iu,
  namedBehind:
    /^(?:-\p{L}|['’]s\b| (?:santo|santa|nero|scolastico|accademico|di natale|di pasqua)(?!\p{L}))/iu,
  riskyAfter:
    /(?<!\p{L})(?:scrivere|risposto|rispondere|rispondi|mandare|manda|inviare|invia|dare|dai|parlare|telefonare|pari|uguale|fino|superiore|inferiore|vicino|davanti|intorno|oltre) $/iu,
  numbered:
    /(?<!\p{L})(?:fa|compie|ha|passo|passaggio|livello|capitolo|pagina|stanza|camera|sala|aula|binario|linea|autobus|bus|treno|volo|parte|fase|tappa|lezione|unità|modulo|episodio|puntata|stagione|articolo|numero|n\.?|piano|classe|gruppo|turno|esercizio|domanda|tabella|figura|biglietto|volume|settimana|versione|taglia|tipo|punto|uscita) $/iu,
  countedBehind:
    /^(?:%|€|\$|°|(?:per cento|euro|dollari|gradi|g|mg|kg|l|ml|m|cm|mm|km|miglia|chili|(?:milli|centi|deca|chilo|kilo|etto)?(?:metr|gramm|litr)[io]|persone|colleghe|amiche|ragazze|bambine|donne|signore|domande|mail|email|parti|fasi|regole|sorelle|zie|cugine|clienti|opzioni|squadre|classi|scuole|aziende|città|lettere|richieste|volte|piano|posto|pagine?|righe|riga|capitolo|giorni|settimane|mesi|anni|minuti|secondi|classificat\p{L}*|finaliste|candidate|famiglie|altre|nuove|vecchie|altri)(?!\p{L}))/iu,
  plural: /^\p{L}*(?<!ion|or)[ei](?!\p{L})/iu,
  follows:
    /^(?:di|che|e|o|per|con|in|a|da|dal|dalla|poi|così|perché|ma|se|quando|dopo|prima|io|noi|il|la|lo|i|gli|le|l'|mio|mia|nostro|un|una|al|alla|su|sul|oggi|domani|devo|circa|precise|\p{L}{3,}(?:are|ere|ire|rre|armi|arlo|arla))$/u,
  lowerWeekdays: true,
  capitalNouns: false,
  adverbsDescribe: false,
  says: {
    none: 'Nessun momento trovato.',
    noSuchDate: 'Questa data non esiste negli anni dal {} al {}.',
    past: '{}: è già passato.',
    now: 'adesso',
    in: 'tra {}',
    ago: '{} fa',
    minutes: '{} min',
    hours: '{} h',
  },
};
