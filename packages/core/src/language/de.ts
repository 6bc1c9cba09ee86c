import { stemmer } from '@orama/stemmers/german';
import { stopwords } from '@orama/stopwords/german';
import { ofLine } from './lines.ts';
import { de as time } from './time/de.ts';
import type { Vocabulary } from './vocabulary.ts';

const kin =
  'name|spitzname|geburtstag|frau|mann|partnerin|partner|freundin|freund|sohn|tochter|kind|kinder|mutter|vater|eltern|schwester|bruder|oma|opa|hund|katze|kater|haustier|pferd|chef|chefin|beruf|arbeitgeber|firma|team|heimatstadt|muttersprache|zeitzone|adresse|hochzeitstag|blutgruppe|hobby|hobbys|auto';

const list = String.raw`(?:(?:die|der|meine[rnm]?|unsere[rnm]?|den|das) )?(?:\p{L}+-?)?(?:liste|aufgabenliste|aufgaben|todos|to-do-liste|to-dos)`;

/** The end of something to do, not of a fact: "Brot zu kaufen", "Mama anzurufen". */
const toDo = String.raw`(?<!\S)(?:zu |(?:ab|an|auf|aus|bei|ein|mit|nach|um|vor|weg|zu|zurück)zu)\p{Ll}+(?:en|eln|ern|un)[.!]?`;

/** Words of a question for what is due on a day. */
const agenda =
  'alles|an|bleibt|aufgaben|da|etwas|fällig|frei|gibt|es|habe?|ich|im kalender|in meinem kalender|irgendwelche|ist|liegt|dran|los|machen|muss|noch|offen|schon|sind|soll|stehen|steht|termine|tun|verfügbar|vor|wird|zu erledigen|zu tun|erledigen|geplant|ansteht|auf dem (?:plan|programm)';

export const de: Vocabulary = {
  name: 'German',
  locale: 'de-DE',

  functionWords: `der die das muss und ist sind war waren nicht ich du wir ihr mich dich mir dir mein meine meinen meiner meinem
    dein deine deinen ein eine einen einem einer auf für mit zu zum zur den dem des von vom im am an noch auch
    was wie wer wo wann warum welche welcher welches bitte kann kannst könntest soll habe hab hast hat haben bin
    bist wird werde füge hinzu setze lösche entferne erledige erledigt merk merke vergiss zeig zeige liste
    hallo guten morgen abend tag danke heute gestern dass daß es sie er uns nach bei aus oder aber wenn dann
    aufgabe aufgaben erinnere erinnerst weißt schreib schreibe wieder öffne benenne um such suche nenne heiße
    heißt name spät uhr datum hilfe ja nein mal geteilt durch prozent über kein keine nur sehr schon alle
    weiter`,
  wordSign: /[äöüß]/,
  stemmer,
  stopWords: [
    ...stopwords,
    `weisst weiss bitte sag sage sagen erinnere erinnerst mal nochmal laut denn gestern heute morgen schon mehr
     warum wer wen wem wann ja nein konnte fur uber`,
  ],

  captions: { quotes: ['„', '“'], failed: 'fehlgeschlagen', keepsCapitals: true },
  replies: {
    denied: 'Dabei kann ich hier nicht helfen.',
    stopped: '*Angehalten.*',
    notSeen:
      'Das verbundene Modell nimmt keine Bilder oder gescannten Seiten an und hat das Angehängte daher nicht gesehen.',
    leftOut:
      'Dafür war im Kontext des Modells kein Platz, und es hat nichts davon gesehen: {}. Schicke weniger auf einmal.',
    onlyLinks: 'Die Antwort bestand nur aus Links, die Daten hätten mitnehmen können. Sie wurden entfernt.',
    done: 'Erledigt:',
    doneButFailed: 'Das Sprachmodell ist ausgefallen, bevor es antworten konnte. Das wurde erledigt:',
    full: '*Die Antwort bricht hier ab: Sie hat die Höchstlänge erreicht.*',
  },

  notices: {
    today: 'Heute: {}',
    overdue: 'Überfällig: {}',
    several: '{} Erinnerungen',
    wasDue: 'War fällig: {}',
    hidden: 'Du hast eine Erinnerung',
    test: 'Das ist ein Test von Jarvis',
    open: 'Jarvis öffnen',
    done: 'Erledigt',
    later: 'In einer Stunde',
    unsubscribe: 'Diese E-Mails abbestellen: {}',
    limit: 'Mehr als {} Nachrichten an einem Tag: Weitere stehen nur hier',
    webhookOff: 'Der Webhook bei {} wurde ausgeschaltet: Zustellungen sind fehlgeschlagen',
    schedulePaused: 'Nach drei Fehlschlägen angehalten: {}',
    scheduleFailed: 'Dreimal fehlgeschlagen: {}',
  },

  mails: {
    greeting: 'Hallo,',
    reset: {
      subject: 'Dein Jarvis-Passwort zurücksetzen',
      why: 'jemand, höchstwahrscheinlich du, möchte das Passwort deines Jarvis-Kontos zurücksetzen.',
      button: 'Neues Passwort wählen',
      how: 'Der Link gilt einmal und {} Minuten lang. Ein neues Passwort meldet dich überall ab.',
      unasked: 'Wenn du das nicht warst, tu nichts: Dein Passwort bleibt, wie es ist.',
    },
    proof: {
      subject: 'Dein Jarvis-Konto gehört jetzt nur dir',
      what: 'du hast zum ersten Mal gezeigt, dass diese Adresse dir gehört. Bis dahin konnte jeder das Konto damit eröffnet haben; darum wurden alle abgemeldet, die angemeldet waren.',
      keys: [
        'Ein API-Schlüssel wurde widerrufen. Erzeuge einen neuen, wenn ein Programm von dir ihn braucht.',
        '{} API-Schlüssel wurden widerrufen. Erzeuge neue, wenn Programme von dir sie brauchen.',
      ],
      look: 'Gespeichertes wurde nicht gelöscht. Wenn du das Konto am {} nicht selbst eröffnet hast, sieh die Aufgaben und das Gedächtnis durch, und die Anweisungen, die jetzt ausgeschaltet sind: Alles seit diesem Tag kann von jemand anderem stammen.',
    },
    password: {
      subject: 'Dein Jarvis-Passwort wurde geändert',
      what: 'dein Jarvis-Konto hat ein neues Passwort. Browser, die vorher angemeldet waren, wurden abgemeldet.',
      by: {
        link: 'Es wurde über einen Link zum Zurücksetzen festgelegt.',
        session: 'Festgelegt hat es jemand, der angemeldet war.',
      },
      otherwise:
        'Wenn du das nicht warst, wähle jetzt ein anderes. Gelingt das nicht, wende dich an den Betreiber dieses Dienstes.',
      button: 'Neues Passwort wählen',
    },
    confirm: {
      subject: 'Bestätige deine Adresse für Erinnerungen',
      why: 'jemand, vermutlich du, möchte Erinnerungen eines Jarvis-Kontos an diese Adresse geschickt bekommen.',
      button: 'Adresse bestätigen',
      unasked:
        'Der Link gilt einen Tag, in dem Browser, in dem du angemeldet bist. Warst du es nicht, tu nichts: Es werden keine Erinnerungen geschickt.',
    },
    connection: {
      subject: 'Mit deinem Jarvis-Konto wurde ein Programm verbunden',
      what: 'mit deinem Jarvis-Konto wurde ein Programm verbunden: {}. Es nennt sich „{}“.',
      key: 'eine Befehlszeile wurde bei deinem Jarvis-Konto angemeldet: {}. Sie hat einen neuen Schlüssel mit vollen Rechten namens „{}“.',
      computer: 'ein Programm auf einem Computer',
      otherwise:
        'Wenn du das nicht warst, trenne es jetzt oder widerrufe den Schlüssel, und wähle ein anderes Passwort.',
      button: 'Schlüssel und verbundene Programme anzeigen',
    },
  },

  consent: { yes: /ja|jawohl|gern|gerne|klar|mach das|tu das/, more: /bitte|gerne?|danke|mach das/ },
  questions: {
    asked:
      /bitte|(?:kannst|könntest|würdest|magst|willst|setzt|fügst|legst|schreibst|trägst|merkst|erinnerst|löschst|streichst|entfernst|verschiebst|änderst) du|(?:können|könnten|würden) sie|ja/,
    how: /wie (?:\p{L}+ )?(?:man|ich|wir)|warum|wieso|weshalb/u,
  },
  pointsAtFindings:
    /\b(?:setze?|schreibe?|füge|merke?(?: dir)?|notiere?|speichere?) (?:es|sie|das|die|den|dies\w*|alle|jede\w*|was) ?(?:ergebnis\w*|zutaten|schritte|titel|namen?|termine?|datum|antwort|beste\w*|erste\w*|adresse|preis|auf|in|hinzu|du|davon|$)/iu,
  unspecific: 'todo aufgabe aufgaben',

  memories: {
    polite: /bitte|kannst|könntest|würdest/,
    lead: /und|also|bitte|kannst du(?: dir)?|könntest du(?: dir)?/,
    request: ofLine`(?:merke?n?(?: (?:dir|sie sich))?|behalte?n?(?: (?:im kopf|in erinnerung))?|vergiss(?: bitte)? nicht|notiere? dir|speichere?|denke? daran)(?: bitte)?[\s,:]+(?!zu\b|.*${toDo}$)(.{4,}?)(?: merken)?$`,
    anywhere: /\b(?:merke?n?|behalte|vergiss nicht|notiere?n?|speichern?|speichere)\b/iu,
    conjunctions: /bitte|aber|und/,
    refusals: [
      /(?:merke?n?|speichere?|behalte?|notiere?)(?: (?:dir|sie sich|das|es|dies|bitte|aber))* nicht(?= ?(?:$|[.,:;!]|(?:dass|was|wie|wo)(?!\p{L})))/iu,
      /(?:das|es|dies)? ?(?:bitte )?nicht (?:merken|speichern|behalten)(?!\p{L})/iu,
    ],
    opening: /hallo|übrigens/,
    passing:
      /\b(?:gerade(?! an (?:mein|ein|unser|de[rm] )|(?<=(?:bau|entwick|renovier)\p{L}* gerade))|heute|im moment)\b|^(?:mir gefällt|ich mag|ich liebe) (?:das|es|dich|dies(?:e[nrs]?)?|deine?|die (?:antwort|app|idee))(?:\s|$)/iu,
    statements: [
      ofLine`^(?:mein|meine|unser|unsere) (?:[\p{L}-]+ ){0,1}?(?:${kin}) (?:ist|sind|heißt|heißen|war|lebt|wohnt|arbeitet) \S`,
      ofLine`^(?:meine?|unsere?) (?:${kin}) (?:hat|haben) .{2,40}geburtstag$`,
      /^(?:meine?|unsere?) (?:[\p{L}-]+ ){1,2}heiß(?:t|en) \S/iu,
      /^(?:mein|meine) lieblings\p{L}+ (?:ist|sind|heißt) \S/iu,
      /^ich (?:heiße|wohne|lebe|arbeite|studiere|komme aus|spreche|spiele|sammle|fahre einen?(?! (?:woche|tag|stunde|runde|umweg|freund))(?= \S+(?: \S+)?$)) \S/iu,
      /^[Ii]ch lerne \p{Lu}\p{L}+$/u,
      /^ich bin (?:(?:gegen [\p{L} ]{2,40} )?allergisch|vegan|veganer|veganerin|vegetarier|vegetarierin|verheiratet|geschieden|ledig|\d{1,3} jahre alt|in \S+ (?:geboren|aufgewachsen)|\p{Lu}\p{L}+(?:in|er|ist|eur|ent|ant|arzt)$)/iu,
      /^ich habe (?:einen|eine|ein|zwei|drei|vier|\d+) (?:\p{L}+ )?(?:kind|kinder|sohn|söhne|tochter|töchter|hund|hunde|katze|katzen|bruder|brüder|schwester|schwestern|geschwister)\b/iu,
      /^ich (?:mag|liebe|bevorzuge|hasse|verabscheue) \S|^ich (?:trinke|esse|mag) (?:nie|kein)|^ich (?:trinke|esse|höre|lese|reise|koche) (?:.{1,40}\s)?(?:gern|gerne|lieber|am liebsten)\b/iu,
      /^(?:ich|wir) (?:arbeiten?|schreiben?|bauen?|entwick(?:le|eln)|renovieren?) (?:gerade )?(?:an de[rm]|(?:an )?(?:mein|ein|unser)(?:e[mnr]?)?) \S/iu,
      /^nenn(?:e)? mich \p{Lu}\p{L}+$/u,
    ],
    project: [
      /\barbeite[tn]?\b.{0,40}\ban (?:eine[mnr]?|der|dem|den|meine[mnr]?|unsere[mnr]?|diese[mnr]?)\b/,
      /\b(?:ich (?:entwickle|programmiere|baue|renoviere|plane|schreibe)|(?:entwickle|programmiere|baue|renoviere|plane|schreibe) ich|wir (?:entwickeln|programmieren|bauen|renovieren|planen|schreiben))\b(?! (?:(?:sehr |viel |meistens |immer )?(?:gern|gerne|lieber|ungern|am liebsten))\b)/,
      /projekt|(?<!\p{L})(?:abgabetermin|meilenstein|frist|masterarbeit|bachelorarbeit|doktorarbeit|veröffentlichung)(?!\p{L})/u,
    ],
    preference: [
      /\b(?:ich|wir|er|sie|man) (?:mag|mögen|möchte|liebe|liebt|hasse|hasst|bevorzuge|bevorzugt|verabscheue)(?!\p{L})|(?<!\p{L})(?:mag|möchte|liebe|hasse|bevorzuge|verabscheue) ich(?!\p{L})|(?<!\p{L})lieblings\p{L}*|(?<!\p{L})(?:lieber|am liebsten|gefällt|gefallen|ungern|bevorzugt)(?!\p{L})|^(?:mag|liebt|hasst|bevorzugt) /u,
      /(?<!\p{L})(?:gern|gerne)(?!\p{L})|^(?:bitte )?(?:immer|nie|niemals|antworte|schreib|schreibe|nenn mich|nenne mich|duze|sprich)(?!\p{L})/u,
    ],
  },
  mainClause,

  names: {
    titles: /dr|prof/,
    asksAfterwards:
      /(?:und |aber )?(?:was|wer|wann|wo|warum|wie|welche[mnrs]?|(?:kannst|könntest|weißt|hast) du)/,
    opening: /hallo|guten tag|guten morgen|bitte|übrigens|und|kannst du|ab jetzt|ab sofort|von nun an/,
    ends: /und|aber|aus|statt|nennen|rufen|genannt|bitte|ab (?:jetzt|sofort|heute)|von (?:jetzt|nun) an/,
    statement:
      /ich hei(?:ß|ss)e|mein (?:vor|spitz|ruf)?name (?:ist|lautet)|(?:du (?:kannst|darfst)|sie (?:können|dürfen)) mich|nenn(?:e|en)?(?: sie)? mich(?: einfach| bitte| ab (?:jetzt|sofort|heute)| von nun an)?|(?:alle|meine freunde) nennen mich/,
    around: [/ich (?:werde|möchte)/, / (?:genannt|gerufen)(?!\p{L})/u],
    naming: /name|heiße|heisse/,
    behind: /nennen|rufen|genannt|gerufen|bitte|danke/,
    notNames: `montag dienstag mittwoch donnerstag freitag samstag sonntag programm
      nicht nie kein keine ein eine einen der die das morgen heute später wenn um nach vor an bitte einfach genannt gerufen so dich euch sie`,
    timesAndWays: `duzen siezen anrufen zurückrufen erreichen
      gleich sofort dringend abends morgens mittags nachmittags nachts abend nacht mittag übermorgen gestern bald später
      jederzeit zurück mal nochmal wieder nächste nächsten nächster woche monat jahr uhr zuhause unbedingt schnell dann jetzt
      hier dort niemals jemand niemand alles nichts immer oft manchmal auch nur schon gern gerne lieber mit ohne bei zu auf in`,
    particles: 'von van der de zu bin',
  },

  secrets: {
    passwords: /(?<!\S)\S*(?:passwort|kennwort)(?:e?s|er?)?|(?<!\S)\S*passphrasen|api[- ]?schlussel/,
    numbers:
      /(?<!\S)\S*(?:geheimzahl(?:en)?|geheimnummern?|geheimcodes?|prufnummern?|prufziffern?|sicherheitscodes?)|(?:bank|karten|handy|sim|konto|telefon)pins?|(?:pin|cvv|cvc|tan)[ -]?nummern?/,
    plural: /en|worter/,
    counted: /mal|er|-?stellige?[nrs]?/,
    otherThings: 'managern verwaltung',
    verbs: 'ist sind war waren lautete',
    naming: 'lautet lauten heißt heißen',
    adverbs: 'jetzt nun noch immer eigentlich einfach aktuell derzeit wieder',
    links: 'nummer nämlich jetzt auf als heute',
    forWhat: 'für von vom zu zum zur bei beim im am an der des',
    roles: 'für als',
    owners: 'mein meine meinen unser unsere',
    determiners:
      'mein meine meinen meinem meiner unser unsere unserem dein deine das die der den dem ein eine einen',
    clauses: 'und oder aber weil wenn dass während',
    pointers: 'dies das es dieses hier da wo was wer wie welches alles nichts',
    requests: 'merk merke merken dir bitte dass notiere notier speichere speicher behalte',
    digits: 'null eins zwei drei vier fünf sechs sieben acht neun',
    dates: 'seit im von bis vor nach ab um',
    units: 'zeichen ziffern stellen buchstaben tage monate jahre mal leute gramm grad',
    states: `nicht zu sehr ziemlich nie lang kurz sicher unsicher falsch richtig schwach stark alt neu abgelaufen
      vergessen verloren weg gespeichert notiert hinterlegt kompliziert schwer leicht auf im am bei unter hinter wo
      funktioniert fehlt stimmt danke morgen heute gestern oft wieder immer`,
    stateSign: /[a-z]{2}iert/,
    than: 'als',
  },

  rules: {
    politeness:
      /^(?:(?:hey|hallo|hi|guten (?:morgen|tag|abend)(?=[,!])|ok|okay|jarvis|bitte|nun|jetzt|also|und|dann|auch|mal|kannst du(?: mir)?(?: bitte)?|könntest du(?: mir)?(?: bitte)?|würdest du(?: bitte)?|ich möchte,? dass du|doch|ups|(?:nein |ach |oh )?(?:warte|moment|halt)(?: mal)?|ne(?:in|e)?(?=,)|eigentlich|(?:wärst|könntest|würdest) du so (?:nett|lieb|freundlich)(?:,? und)?|es wäre (?:nett|toll|schön|super),? wenn du)[,!.]? )+/iu,
    politeEnd: /(?<![, ])[, ]*(?:bitte|für mich|danke|jetzt|mal|auch)?$/iu,
    spellings: [
      [/(?<!\p{L})(?:moang|moagn|morgn|moing)(?!\p{L})/iu, 'morgen'],
      [
        /(?<!\p{L})(?:zweimal|2 ?(?:x|mal)|zwei mal) (?:am tag|täglich|pro tag)(?!\p{L})/iu,
        'jeden Tag um 9:00 und 18:00',
      ],
      [
        /(?<!\p{L})(?:jeden morgen und abend|morgens und abends)(?!\p{L}| um )/iu,
        'jeden Tag um 9:00 und 19:00',
      ],
      [
        /(?<!\p{L})(?:dreimal|3 ?(?:x|mal)|drei mal) (?:am tag|täglich|pro tag)(?!\p{L})/iu,
        'jeden Tag um 9:00, 14:00 und 19:00',
      ],
    ],
    orders: 'erinnere erinner lösche vergiss verschiebe',
    pasted:
      /^(?:(?:bitte|kannst du|könntest du)(?: mir)? )*(?:fasse?|übersetze?|korrigiere?|erkläre?|schreibe?(?= [^:]{0,60} um:)|was (?:heißt|bedeutet)|(?:hier (?:ist|sind|kommt)|das (?:ist|hier)|ich habe?)(?=[^:]{0,60}(?:mail|nachricht|brief|text|artikel|protokoll|geschrieben)))(?![^:?]{0,60}(?:liste|aufgaben))(?: [^:?]{0,60})?(?:[:?]|(?<= (?:das|diese\p{L}*|folgend\p{L}*)(?: \p{L}+){0,3})[.!]?$)|^(?:kannst|könntest) du (?:mir )?(?:das|diese[ns]?)[^:?]{0,60} (?:zusammenfassen|übersetzen|korrigieren|erklären)[:?]|^sehr geehrte|^(?:liebe[rs]?|hallo) (?!jarvis)\S+(?: \S+)?,$|^(?:von|betreff|gesendet): |^> /iu,
    negation: /nicht|außer|ausgenommen|alle[ns]? bis auf/,
    joints: / ?(?:[,;.] ?(?:und |dann |auch )*| (?:und dann|und auch|und|dann|außerdem|sowie) )/giu,
    filler:
      /(?<!\p{L})(?:die|der|das|den|dem|des|eine?[nrms]?|meine?[nrms]?|diese?[nrms]?|aufgabe[n]?|todos?|to-dos?|eintrag|punkt|mit|namens|zu|zur|zum|von|über)(?!\p{L})/giu,
    titleStart: [
      /^(?:(?:eine|die|neue) )*(?:aufgabe|to-?do|todo)(?!\p{L}) ?(?:(?:namens|zum|für|:) ?)*(?=\S)/iu,
      // An item on a list needs no article.
      /^(?:de[nr]|die|das) (?=\S)/iu,
    ],
    // "Brot zu kaufen" and "Mama anzurufen" are the same tasks as "Brot kaufen" and "Mama anrufen".
    infinitives: [
      [/ (?:muss|soll)$/u, ''],
      [/\szu\s(\p{Ll}+(?:en|ern|eln))$/u, ' $1'],
      [/(?<=\s|^)(an|ab|auf|aus|ein|mit|vor|zu|weg|zurück|nach|bei|um)zu(\p{Ll}+(?:en|ern|eln))$/u, '$1$2'],
    ],
    requests: {
      by_place: [
        /^(?:\p{L}+ ){0,2}(?:den|die|das) (?:erst|zweit|dritt|viert|fünft|sechst|letzt)e[nrs]?(?: aufgabe| eintrag| zeitplan| erinnerung)?(?: (?:und|auf|auch|als|bis|wieder|ab|um|fort)(?!\p{L}).{0,60})?$/iu,
      ],
      rename_task: [
        /^(?:be)?nenne? (?<task>.+?) um (?:in|zu) (?<title>.+)$/iu,
        /^(?:benenne?|nenne|ändere?(?= .*(?:aufgabe|namen|titel))) (?<task>.+?) (?:in|zu|auf) (?<title>.+?)(?: um)?$/iu,
        /^(?=.+ umbenennen$)(?<task>.+?) (?:in|zu) (?<title>.+) umbenennen$/iu,
      ],
      undo: [
        /^(?:mache? (?:das|es|die letzte änderung) (?:wieder )?)?rückgängig(?: machen)?$|^(?:(?:ach|oh|ups|nein|nee?)[, ]+)?doch (?:lieber )?nicht$|^nimm das (?:wieder )?zurück$/iu,
      ],
      forget_all: [
        /^vergiss (?:bitte )?alles$|^(?:vergiss|lösche?) (?:bitte )?(?:alles(?: (?:über mich|von mir)|,? was du (?:über mich |von mir )?(?:weißt|gespeichert hast))|alle (?:meine |deine )?erinnerungen)$/iu,
      ],
      remind_before: [
        /^erinnere? mich (?:bitte |daran )*(?<count>\p{L}+|\d{1,4}) (?:minuten?|(?<hours>stunden?)|(?<days>tage?)|(?<weeks>wochen?)) (?:(?:vorher|davor|früher)(?: daran)?|vor (?<task>(?:dem|der|meine[mr]) .+))$/iu,
      ],
      reopen_task: [
        /^(?:öffne|eröffne|setze?|markiere?) (?<task>.+?) (?:wieder|erneut|(?:wieder )?(?:als|auf) (?:wieder )?(?:offen|unerledigt|nicht erledigt))$/iu,
        /^(?:öffne|mach) wieder (?<task>.+?)(?: auf)?$/iu,
        /^mach (?<task>.+?) wieder auf$/iu,
        /^mache? (?<task>.+?) rückgängig$/iu,
        /^(?<task>.+?) wieder (?:öffnen|aufmachen)$/iu,
      ],
      complete_task: [
        /^(?:markiere?|setze?|hake?|streiche?) (?<task>.+?) (?:als (?:erledigt|fertig|abgeschlossen|getan)|auf erledigt|ab)$/iu,
        /^(?:erledige?|beende?|vollende|(?:schließe?|schliess)(?=.* ab$)) (?!(?:(?:den|meinen) )?zeitplan |.*(?:timer|wecker))(?<task>.+?)(?: ab)?$/iu,
        /^ich habe? (?<task>.+?) (?:erledigt|fertig|gemacht|abgeschlossen|beendet)$/iu,
        /^(?:die aufgabe )?(?!(?:das|es|sie|wir|was|wer|wann|wie) (?:ist|sind) )(?<task>.+?) (?:ist|sind) (?:erledigt|fertig|abgehakt|abgeschlossen)$/iu,
        /^(?<task>.+?) (?:abhaken|erledigen|abschließen|als erledigt markieren)$/iu,
      ],
      delete_schedule: [
        /^(?:lösch(?:e|en)?|entfern(?:e)?|streich(?:e)?|storniere) (?:(?:den|meinen|diesen) )?zeitplan (?:(?:namens|für|mit dem namen|zu) )?(?<schedule>.+)$/iu,
        /^(?:lösch(?:e|en)?|entfern(?:e)?|streich(?:e)?|storniere) (?:(?:den|meinen|diesen) )?(?!(?:meinen|diesen) zeitplan$)(?<schedule>.+?)[- ]zeitplan$/iu,
        /^zeitplan (?<schedule>.+?) (?:löschen|entfernen)$/iu,
      ],
      forget_memory: [
        /^(?:lösche|entferne) (?:die |meine |deine )?(?:erinnerung(?:en)?|notiz) ?(?:an|über|dass|von|:)?[\s,]*(?:dass )?(?<memory>.+)$/iu,
        /^vergiss[\s,]+(?!nicht|(?:bitte )?,? ?(?:dass |was ich (?:dir )?über )?(?:es|das|alles|mich|ihn|sie|uns)(?: nicht)?$)(?:bitte )?,? ?(?:dass |was ich (?:dir )?über )?(?<memory>.+)$/iu,
      ],
      delete_task: [
        ofLine`^(?:lösche?|entferne?|streiche?|storniere|(?:nimm|wirf)(?= .+ (?:${list}|herunter|runter|raus|weg)$)) (?<task>.+?)(?: (?:von|aus|vom) ${list})?(?: (?:herunter|runter|raus|weg))?$`,
        /^höre? auf,? mich (?:ans? |daran,? )(?<task>.+?) zu erinnern$|^erinnere? mich nicht mehr (?:ans? |daran,? )(?<task>.+)$/iu,
        /^(?<task>\S+(?: \S+)?) (?:kann|können) weg$/iu,
        /^(?!(?:ich|wir) (?:muss|müssen|sollten?) |erinner|vergiss|denk|(?:am|bis|heute|im|morgen|übermorgen) )(?<task>.+?) (?:löschen|entfernen)$|^(?!(?:.* )?(?:muss|musst|müssen|sollten?|will|erinner\S*|vergiss|denke?|am|bis|heute|im|morgen|übermorgen|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch) )(?<task>.+?) (?:absagen|stornieren)$|^sage? (?<task>.+) ab$/iu,
        /^(?:schalte?|stelle?|mach) (?=.*(?:wecker|timer|alarm)s? )(?<task>.+) (?:ab|aus)$/iu,
        /^(?:beende?|deaktiviere?|stoppe?) (?<task>.*(?:wecker|timer|alarm)s?(?: .+)?)$/iu,
      ],
      list_memories: [
        /^(?:woran erinnerst du dich|was weißt du (?:alles )?über mich|was hast du dir (?:alles )?gemerkt|an was erinnerst du dich|zeige?(?: mir)? (?:meine |deine |die )?erinnerungen|liste(?: mir)? (?:meine |deine |die )?erinnerungen(?: auf)?|welche erinnerungen hast du)\b/iu,
      ],
      save_memory: [
        ofLine`^(?:merke? dir|behalte?(?: im kopf| in erinnerung)?|erinnere dich(?: daran)?|denke? daran|notiere? dir|vergiss nicht|speichere?)[\s,:]+(?!.*${toDo}$)(?:bitte[\s,]+)?(?<content>.+)$`,
        /^(?:dir )?merken[\s,:]+(?<content>.+)$/iu,
      ],
      web_search: [
        /^(?:suche?|google|recherchiere|schau|finde heraus) (?:(?:im|in dem) (?:web|internet|netz) ?)?(?:online )?(?:nach |über )?(?<query>.+?)(?: (?:im (?:web|internet|netz)|online))?(?: nach)? ?\??$/iu,
      ],
      time: [
        /^(?:wie spät (?:ist|haben wir) es|wie ?viel uhr (?:ist es|haben wir)|(?:sag|nenne?|gebe?|gib)(?: mir)?(?:,? wie spät es ist| die (?:aktuelle )?(?:uhrzeit|zeit))|was ist die uhrzeit|(?:die |aktuelle )?uhrzeit|welche uhrzeit(?: ist es| haben wir)?)(?: jetzt| gerade| bitte)* ?\??$/iu,
        /^(?:wie spät ist es|wie ?viel uhr ist es|(?:die |aktuelle )?uhrzeit|welche uhrzeit ist es)(?: jetzt| gerade)* in (?:de[mnr] )?(?<place>.+?)(?: jetzt| gerade| bitte)* ?\??$/iu,
      ],
      date: [
        /^(?:(?:welche[rsn]?|was für ein) (?:tag|wochentag|datum|monat|jahr)(?: ist| war| wird| haben wir| hatten wir)?(?: heute| es| das| denn| jetzt| gerade| sein)*|was ist (?:heute )?(?:das|für ein) (?:datum|tag)(?: heute)?|(?:sag|nenne?|gebe?|gib)(?: mir)? das (?:aktuelle |heutige )?datum|(?:das |heutiges )?datum|(?:den wievielten haben wir|der wievielte (?:ist|war)|was für ein tag (?:ist|war))(?: heute| es| das| denn| jetzt)*) ?\??$/iu,
      ],
      list_schedules: [
        /^(?:(?:zeige?(?: mir)?|nenne?(?: mir)?|liste(?: mir)?|welche|was für|wie viele|hab(?:e)? ich) )?(?:(?:alle|meine|die|aktiven?) ){0,3}zeitpläne(?: (?:hab(?:e)? ich|gibt es|sind aktiv|laufen|an|auf))? ?\??$/iu,
        /^was (?:ist|habe ich)(?: alles)? (?:geplant|eingeplant) ?\??$/iu,
      ],
      list_due: [
        /^(?:was|welche|habe?)\b.{0,40} in den nächsten (?<week>(?:7|sieben) tagen)(?: .{1,20})? ?\??$/iu,
        /^(?:(?:was|welche aufgaben|was alles)(?: ist| sind)?(?: alles| schon)? |(?=überfällig ?\?))(?<overdue>überfällig|zu spät)(?: ist| sind)? ?\??$/iu,
        /^(?:(?:(?:sag|zeig)e? mir|sagen),? )?(?:was (?:ist )?(?:heute )?(?:fällig(?: ist)?|ansteht|anliegt|zu tun ist)|(?:ist )?(?:et)?was fällig|fällig(?=\?))(?<today>) ?\??$/iu,
        /^wie sieht (?:mein tag(?<today>)|meine woche(?<week>)) aus ?\??$/iu,
      ],
      list_tasks: [
        /^(?:zeige?|liste)(?: mir)? alles,? was (?<done>erledigt|fertig) ist$|^(?:(?:zeige?|liste|nenne?|welche|was)(?: mir)?(?: (?:alle|die|meine|sind))* )?(?<done>(?:erledigten?|fertigen?|abgeschlossenen?) (?:aufgaben|to-?dos|todos|sachen|dinge)) ?\??$|^was (?:habe? ich|ist) (?:heute |schon |bereits |alles )*(?<done>erledigt|geschafft|abgeschlossen|fertig)(?!\p{L})/iu,
        /^(?:was (?:ist|sind|steht|muss ich|habe ich)|zeige?|liste|nenne?|gib|lies|schicke?|sende|sage?|fasse?|welche|wie viele|habe ich)\b.*(?:aufgaben|to-?dos|todos|liste|aufgabenliste|zu tun|zu erledigen)/iu,
        /^(?:(?:alle )?meine )?(?:offenen )?(?:aufgaben|todos|to-dos|aufgabenliste|to-do-liste)(?: (?:schicken|senden|sagen|zeigen|nennen|vorlesen|zusammenfassen))? ?\??$|^was (?:muss|soll) ich (?:heute |noch )*(?:tun|machen|erledigen) ?\??$/iu,
        /^w(?:or)?an solltest du mich erinnern|^worum solltest du mich erinnern/iu,
        /^was (?:(?:liegt|steht)(?: alles| so| noch)* an|(?:ist|bleibt|fehlt)(?: alles| noch)+ ?(?:offen)?) ?\??$/iu,
        /^(?:zeige?|liste|lies|lese|nenne?|welche|wann|wie viele|wie lange|habe?|was|ist|sind|gibt es)(?!\p{L})(?=.*(?<!\p{L})(?:meine[mnr]?|ich)(?!\p{L})).*(?:alarme?|erinnerung(?:en)?(?: gesetzt)?|kalender|termine?|timer|wecker|weckzeiten)(?!\p{L})/iu,
        /^(?:zeige?|liste|lies|lese|welche|gibt es)(?: mir)?(?: alle)? (?:erinnerungen|termine|timer|wecker)(?!\p{L}).{0,20}$|^(?:alle |meine )*(?:aufgabenliste|erinnerungen|termine|to-?do liste|wecker) (?:anzeigen|vorlesen|zeigen)$/iu,
      ],
      agenda: [
        ofLine`^(?:(?:(?:sag|zeig)e? mir|sagen),? )?(?:was|welche (?:aufgaben|termine)|habe?|gibt)(?: (?:${agenda}))+ ?\??$`,
        // „Heute fällig?“, „und morgen?“, „wie sieht Montag aus?“
        ofLine`^(?:(?:am|aus|nichts|sieht|sieht's|und|was|wie|${agenda})(?: |(?=\?)))*\?$`,
      ],
      change_schedule: [
        /^(?:stoppe?|pausiere?|beende)(?!.*(?:timer|wecker))(?: (?:mit )?(?:den|die|das|der|dem|meinen|meine|mein))? (?:zeitplan )?(?<schedule>.+)$/i,
        /^(?:halte|setze?) (?:(?:den|die|das|meinen|meine|mein) )?(?:zeitplan )?(?<schedule>.+?) (?:an|aus)$/iu,
        /^zeitplan (?<schedule>.+?) (?:anhalten|pausieren|stoppen|beenden)$/iu,
        /^(?:setze?|führe?) (?!.*(?:timer|wecker))(?:(?:den|die|das|meinen|meine|mein) )?(?:zeitplan )?(?<resumed>.+?) (?:wieder )?fort$/iu,
        /^mache? (?:mit (?:(?:dem|der|meine[mr]) )?|(?=damit ))(?<resumed>.+?) weiter$/iu,
        /^(?:nimm|starte|aktiviere) (?:(?:den|die|das|meinen|meine|mein) )?(?:zeitplan )?(?<resumed>.+?) wieder(?: auf)?$/iu,
        /^reaktiviere (?:(?:den|die|das|meinen|meine|mein) )?(?:zeitplan )?(?<resumed>.+)$/iu,
      ],
      postpone: [
        /^(?<length>(?:eine?n?|eine halbe|zwei|drei|\d{1,3}) (?:minuten?|stunden?|tage?n?|wochen?|monate?n?)) später$/iu,
        /^(?:verschiebe?|verlege?|schiebe?) (?!(?:die|diese|meine) erinnerung )(?<task>.+?)(?: um)? (?<length>(?:eine?n?|zwei|drei|vier|fünf|sechs|\d{1,3}) (?:minuten?|stunden?|tage?n?|wochen?|monate?n?))(?: (?:auf|nach hinten))?$/iu,
      ],
      snooze_task: [
        /^(?:schlumme(?:re?|rn)|snooze)(?: (?:(?:die|diese|meine) erinnerung|(?<task>.+?)))? (?:für|um) (?<length>.+)$/iu,
        /^(?:schlumme(?:re?|rn)|snooze)(?: (?:(?:die|diese|meine) erinnerung|(?<task>.+?)))?(?: bis)?$/iu,
        /^(?:verschieb|schieb)e? (?:die|diese|meine) erinnerung (?:um|für) (?<length>.+?)(?: (?:auf|nach hinten))?$/iu,
        /^erinner[en]? mich(?: an (?<task>.+?))? (?:noch ?ein(?:mal)?|noch(?: ?mal)?|wieder|erneut)(?: daran)?$/iu,
      ],
      set_due: [
        /^(?:verschieb|verleg|verlänger)[en]?(?: auf)?$/iu,
        /^(?:verschiebe?|verlege?|verlänger[en]?|(?<change>ändere?|setze?(?!.*(?:alarm|erinnerung|helligkeit|lautstärke|timer|wecker)))) (?<task>.+?)(?<to>(?: (?:auf|zu|bis|für)){0,3})$/iu,
        /^(?<task>.+?) ist fällig$/iu,
      ],
      add_task: [
        ofLine`^(?:setze?|schreibe?|füge?|packe?|tue?|nimm|notiere?|stelle?) (?:(?:mir|mal|bitte|doch|noch|auch|schnell) ){0,4}(?<things>.+?) (?:auf|zu|zur|in) ${list}(?: (?:hinzu|auf|dazu))?$`,
        /^(?<thing>.+?) (?:auf|zu|zur) (?:die|meine[r]?|der) (?:\p{L}+-?)?(?:liste|aufgabenliste) (?:setzen|schreiben|hinzufügen)$/iu,
        /^(?:(?:erstelle?|lege?|mach|füge?|neue|notiere?|schreibe?) (?:mir )?(?:eine )?(?:neue )?(?:aufgabe|to-?do|todo)(?!\p{L})|neue[rs]? (?:aufgabe|to-?do|todo)(?!\p{L})|notiere?)(?: an)? ?(?:(?:namens|hinzu|auf|an|mit dem titel|zum|für)(?!\p{L})|[:,-])* ?(?<thing>.+?)(?: (?:hinzu|an|auf))?$/iu,
        /^(?:neue |erstelle |lege |füge )*(?:(?:die|folgende|zwei|drei|vier|\d+|ein paar) )*(?:aufgaben|to-?dos|erinnerungen)(?: an)? ?[:,-] ?(?<things>.+)$/iu,
        /^(?:aufgabe|todo|to-do) ?: ?(?<title>.+)$/iu,
        ofLine`^(?:(?:ich muss|wir müssen)(?: noch)?|einkaufen|kaufen|(?:(?:setze?|schreibe?|packe?)(?: bitte| noch| folgendes| das)* auf )?${list}) ?: ?(?<things>.+)$`,
        /^erinnere? mich(?: bitte)? ans? (?<thing>.+)$/iu,
        /^erinnere? mich(?: bitte)?[ ,:]+(?:daran[ ,:]+)?(?:dass ich )?(?!(?:.+ )?daran$|[ ,]*(?:(?:bloß )?nicht |(?:hat|warum|was|wie|wo) ))(?<deed>.+)$/iu,
        /^(?:vergiss(?: bitte)? nicht|nicht vergessen) ?[:,] ?(?<deed>.+\p{Ll}(?:en|ern|eln))$/iu,
        /^mich(?: bitte)? daran erinnern[ ,]+(?:dass ich )?(?<deed>.+)$/iu,
        ofLine`^(?:vergiss(?: bitte)? nicht|denke? (?:bitte )?(?:daran|dran))[ ,]+(?=.*${toDo}$)(?<deed>.+)$`,
        /^mich(?: ans? (?<thing>.+))? erinnern$|^lass mich (?<thing>.+) nicht vergessen$/iu,
        /^(?:ich brauche|wir brauchen) (?:noch )?(?!(?:dein\p{L}*|den|dich|die|das|eine?[mnr]?|es|geld|hilfe|ihn|mehr|mein\p{L}*|rat|ruhe|schlaf|sie|urlaub|zeit)(?!\p{L}))(?<things>\p{L}+(?:(?:, | und )\p{L}+)*)$/iu,
        /^(?:(?:ich brauche|stell|setz|start|mach|erstell|plan)e?(?: mir)? )?(?:(?:einen|den|meinen|neuen) )*(?<alarm>timer|wecker)(?: (?:auf|für|um|ein|stellen|setzen|starten))?$/iu,
        /^(?:(?:ich brauche|stelle?|setze?|mache?|erstelle?|schicke?|füge?|mir|neue) )*(?:eine )?(?<alarm>erinnerung)(?: (?:auf|für|um|setzen|erstellen|schicken|hinzu|hinzufügen))*$/iu,
        /^(?:(?:stell|setz|start)e? )?(?:(?:einen|den) )?(?<alarm>timer|wecker) für (?<title>(?:den|die|das|meine?n?) .+)$/iu,
        /^(?<alarm>wecke? mich)(?: auf)?$/iu,
        ofLine`^(?!(?:ich|wir|er|sie|es) |.* (?:ist|sind|steht|stehen) )(?<things>.+?) auf ${list}$`,
        /^(?:füge?|trage?) (?:(?:mir|mal|bitte|doch|noch|auch|schnell) ){0,4}(?!(?:dich|mich|sich|uns) |.*(?:playlist|wiedergabeliste|kontakt|favorit|album|lied |song|künstler|melodie))(?:(?:einen termin|in (?:den|meinen) kalender) ein: )?(?<things>.+?)(?: in (?:den|meinen) kalender)? (?:hinzu|ein)$/iu,
        /^(?<things>.+?) (?:hinzufügen|eintragen)$/iu,
      ],
      my_name: [
        /^wie (?:heiße|heisse) ich ?\??$|^wer bin ich ?\??$|^(?:was ist|kennst du|weißt du) mein(?:en)? name[n]? ?\??$/iu,
      ],
      how_are_you: [/^wie geht(?:'s|s| es)(?: dir)?\b/iu],
      who: [
        /^(?:wer|was) bist du\b|^wie (?:heißt|heisst) du\b|^stell dich vor$|^bist du (?:eine? )?(?:ki|bot|mensch|roboter|künstliche intelligenz|chatgpt|echt)/iu,
        /^was ist das(?: hier)? ?\??$|^(?:wer|was) ist jarvis ?\??$|^wer hat dich (?:gemacht|gebaut|entwickelt|erschaffen|programmiert) ?\??$|^welches (?:sprach)?modell (?:bist du|benutzt du|verwendest du) ?\??$/iu,
      ],
      help: [
        /^(?:hilfe|hilf mir) ?[!?]*$|^was kannst du\b|^wie (?:benutze|verwende) ich\b/iu,
        /^wie (?:funktioniert (?:das|es|jarvis)|fange ich an) ?\??$|^was machst du(?: so)? ?\??$|^was kann ich (?:dich fragen|dir sagen|sagen|(?:hier )?(?:machen|tun)) ?\??$|^(?:befehle|beispiele)$/iu,
      ],
      thanks: [
        /^(?:(?:gut|perfekt|prima|super|toll|nein),? )?(?:vielen |herzlichen )?(?:dank|danke)\b.{0,30}$/iu,
        /^(?:gut gemacht|gute arbeit|du bist (?:super|toll|klasse|der beste))(?!\p{L}).{0,10}$/iu,
      ],
      farewell: [
        /^(?:tschüss|tschüs|auf wiedersehen|bis bald|bis später|gute nacht|ciao)(?!\p{L}).{0,20}$|^bis (?:dann|morgen|heute abend) ?[!.]*$/iu,
      ],
      greeting: [
        /^(?:hallo|guten (?:morgen|tag|abend)|moin|servus|grüß gott|grüß dich)(?: (?:zusammen|jarvis))* ?[!.,?]*$/iu,
        /^(?:na|bist du da|hörst du mich|test) ?[!.?]*$/iu,
      ],
      acknowledgement: [
        /^(?:ok(?:ay)?|gut|prima|super|toll|schön|perfekt|klar|alles klar|in ordnung|verstanden|ja|nein|nichts|egal|schon gut|vergiss es|jetzt nicht|entschuldigung) ?[!.]*$/iu,
      ],
      languages: [
        /^(?:sprichst|verstehst|kannst) du (?:auch )?(?:\p{L}+isch|deutsch)(?: sprechen| verstehen)? ?\??$|^welche sprachen (?:sprichst|verstehst|kannst) du\b/iu,
      ],
      account: [
        /^(?:(?:wie|wo) (?:kann ich )?)?(?:(?:lösche?|ändere?|exportiere?)(?: ich)? )?(?:(?:meine?|das|die) )?(?:konto|account|passwort|daten|e-?mail-adresse|sprache|zeitzone)(?: (?:löschen|ändern|exportieren|herunterladen))? ?\??$/iu,
      ],
      clear: [
        /^(?:leere?|räume?) (?:(?:die|meine) )?(?:ganze )?(?:\p{L}+-?)?(?:liste|aufgaben)(?: leer| aus)?$|^(?:(?:alles|(?:die |meine )?(?:liste|aufgaben)) )?(?:leeren|räumen)$|^leere?(?: alles)?$/iu,
      ],
    },
    intends:
      /^(?:(?=(?:kaufe?|bestelle?|bezahle?) )|(?=.+ (?:abholen|anrufen|bestellen|bezahlen|buchen|kaufen)$)(?!(?:ich|wir|er|sie|man|du|kannst|können|soll|sollen|will|wollen) )|(?:ich (?:muss|sollte)|wir (?:müssen|sollten)) )(?:(?:noch|auch|unbedingt|dringend|mal|jetzt|erst|gerade|eben|kurz|wohl|wirklich|nur|wieder) )*(?!.*(?<!\p{L})(?:nicht|nie|kein\p{L}*|sagen|zugeben|wissen|du|dich|dir|los|weg)(?!\p{L})|(?:(?:das|es|darüber|drüber|mehr|weniger|etwas|ein bisschen|noch|auch|mal|jetzt|erst|gerade|eben|kurz|wohl|wirklich|nur|wieder) )*(?:arbeiten|essen|gehen|gucken|nachdenken|nachsehen|reden|schauen|schlafen|überlegen|warten|weiter|(?:heim|ins bett|nach hause)(?: gehen)?)$)(?<title>.+)$/iu,
    pointers:
      /^(?:(?:bitte|danke|und|aber|oder|das|dies(?:es|en?)?|es|ihn|sie|d?(?:as|er|ie)(?:selben?| gleichen?)|(?:noch )?(?:eine?[nrs]?|mehr|nichts|was)|vielleicht|erinner[en]? mich(?= da?ran)|daran|dran|auch|noch ?mal|wieder|(?:(?:eine?n?|\d+) \p{L}+ )?(?:vorher|früher|später|davor))(?!\p{L})[ ,]*)+$/iu,
    joins:
      /^(?:(?:nicht vergessen(?=:)|ja|und|zwar|auch|also|dann|außerdem|ach|oh|ok|okay|bitte|übrigens)[,:!]? )+/iu,
    corrects:
      /^(?:(?:nein|nee|nö|ne|nur|bloß|stattdessen|doch|lieber|besser|eher|vielmehr|sondern|eigentlich|oder|dann|ach|äh|ähm|oh|ups|sorry|entschuldigung|quatsch|moment|warte|halt|falsch|stimmt nicht|(?:zur )?(?:gleichen?|selben?) zeit|ich (?:meine|meinte|wollte sagen)|mach (?:es|das|daraus|draus)|(?:ist|passt|wäre)(?: mir)? besser)(?!\p{L})[ ,.:!]*)+$/iu,
    notes:
      /^(?:(?:ich habe?|wir haben) (?=eine?n? |\p{L}*(?:training|unterricht|schule|probe|dienst|schicht|prüfung|kurs|sport|yoga)$))?(?:eine?n? )?(?!(?:aktivier|aufgaben|beschreib|danke|deaktivier|dimm|erhöh|erklär|erzähl|find|frag|gib|gut|hallo|helligkeit|hilf|kein|komm|lass|lautstärke|lies|nachrichten|nenn|sag|schalt|schick|schön|send|setz|sing|spiel|stell|such|temperatur|termine|trag|übersetz|verkürz|verschieb|verlänger|verringer|zeig)(?:e|en|er|es|t)?(?!\p{L})|(?:der|die|das|meine?|unsere?) (?:\S+ )+\S+t$)(?<title>\S+(?: \S+){0,7})$/iu,
    stated:
      /^ändere? .*(?:timer|wecker)|timer status|(?<!\p{L})(?:ich|du|dich|dir|er|sie|es|wir|ihr|man|uns|mir|ist|sind|war|waren|bin|bist|sei|wird|werden|wurde|würde|kann|kannst|könnte|muss|soll|will|hat|habe|haben|hatte|nicht|nie|dass|wetter|arbeitet|beginnt|begann|bezahlte|bleibt|brachte|bringt|endet|fährt|fängt|fehlt|feiert|findet|fliegt|fuhr|geht|gibt|ging|heiratet|hört|kam|kaufte|kommt|läuft|liegt|liest|machen(?=.)|macht|öffnet|passt|reist|sagte?|saß|schließt|schrieb|schwimmt|singt|sitzt|spielt|startet|steht|traf|trifft|trinkt|verlässt|wohnt|zahlte|zieht|zog|fällt|fallen)(?!\p{L})/iu,
    all: /alle[ns]?(?: (?:was|ist|erledigten?|fertigen?|abgehakt(?:en?)?|abgeschlossen(?:en?)?|erledigt|fertig|auf|liste))*|(?:erledigten|fertigen|abgehakten|abgeschlossenen)/,
    done: /erledigt|fertig|abgehakt|abgeschlossen/,
    open: /(?<!\p{L})offene?n?(?!\p{L})/iu,
    places: /(?:erst|zweit|dritt|viert|fünft|sechst|letzt)e[nrs]?|(?:nummer |nr\. ?)?\d{1,2}\.?/,
    it: /es|das|den|die|ihn|sie|damit/,
    again: 'in einer Stunde',
    and: /und/,
    questions: /wie|wer|was|wann|wo|welche|warum|habe|hat|ist|sind|kennst|weißt/,
    asking: 'heisst heisse gesagt kennst',
  },
  sums: {
    lead: /und|bitte/,
    asked:
      /was (?:ist|sind|ergibt|macht)|wie ?viel (?:ist|sind|ergibt|macht)|berechne|rechne(?: aus)?|kannst du (?:berechnen|ausrechnen)/,
    article: /das|die|der/,
    end: /bitte|ergibt/,
    of: /von|vom/,
    words: {
      '%': /prozent/,
      '^': /hoch/,
      '^2': /zum quadrat/,
      '*': /multipliziert mit|mal/,
      '/': /geteilt durch|durch/,
      '+': /plus|und/,
      '-': /minus|weniger/,
    },
  },
  says: {
    done: {
      create_schedule: 'Das mache ich: {}.',
      change_schedule: 'Angehalten: {}.',
      resume_schedule: 'Das mache ich wieder: {}.',
      delete_schedule: 'Der Zeitplan {} ist gelöscht.',
      add_task: 'Auf die Liste gesetzt: {}.',
      set_due: 'Neuer Termin: {}.',
      snooze_task: 'An {} erinnere ich dich wieder:',
      complete_task: 'Erledigt: {}.',
      reopen_task: 'Wieder offen: {}.',
      delete_task: 'Gelöscht: {}.',
      rename_task: 'Die Aufgabe heißt jetzt {}.',
      save_memory: 'Das merke ich mir: *{}*',
      forget_memory: 'Das habe ich vergessen: *{}*',
    },
    due: 'Fällig: {}.',
    next: 'Das nächste Mal: {}. Ich sage es dir hier{}. Im Web suche ich dafür nicht. Mit „Stopp“ und dem Namen hältst du es an.',
    toldBy: { app: '', push: 'per Push', mail: 'per E-Mail', webhook: 'per Webhook' },
    nextTime: 'das nächste Mal {}',
    paused: 'angehalten',
    finished: 'beendet',
    schedules: 'Das sind deine Zeitpläne:',
    noSchedules: 'Du hast keine Zeitpläne.',
    willRemind: 'Ich erinnere dich daran.',
    nothingDue: 'Nichts ist fällig.',
    unreminded: 'Die Erinnerung ist auch weg.',
    openTasks: ['Du hast 1 offene Aufgabe:', 'Du hast {} offene Aufgaben:'],
    doneTasks: ['1 Aufgabe ist erledigt:', '{} Aufgaben sind erledigt:'],
    noTasks: 'Deine Aufgabenliste ist leer.',
    noOpenTasks: 'Du hast keine offenen Aufgaben.',
    noDoneTasks: 'Noch ist keine Aufgabe erledigt.',
    tasksLeft: 'Das war ein Teil, {} sind noch übrig. Sag es noch einmal, dann mache ich weiter.',
    memories: 'Das habe ich mir gemerkt:',
    noMemories: 'Ich habe mir noch nichts über dich gemerkt.',
    noSuch: {
      schedule: 'Ich habe keinen Zeitplan gefunden, der zu „{}“ passt.',
      task: 'Ich habe keine Aufgabe gefunden, die zu „{}“ passt.',
      memory: 'Ich habe mir nichts gemerkt, das zu „{}“ passt.',
    },
    which: {
      schedule:
        'Mehrere Zeitpläne passen zu „{}“: {}. Sag es bitte noch einmal mit dem ganzen Namen, oder nimm bei gleichen Namen die Seite *Zeitpläne*.',
      task: 'Mehrere Aufgaben passen zu „{}“: {}. Sag es bitte noch einmal mit dem ganzen Namen, oder nimm bei gleichen Namen die Seite *Aufgaben*.',
      memory:
        'Mehreres, was ich mir gemerkt habe, passt zu „{}“: {}. Sag es bitte noch einmal mit dem ganzen Wortlaut.',
    },
    refused: {
      secret: 'Passwörter, Schlüssel und Kartennummern speichere ich nicht.',
      full: 'Mein Gedächtnis ist voll. Lösche zuerst etwas auf der Seite *Gedächtnis*.',
      memory_off:
        'Das Gedächtnis ist in deinen Einstellungen ausgeschaltet, daher habe ich das nicht gespeichert.',
      search_off: 'Die Websuche ist ausgeschaltet.',
      not_asked: 'Das habe ich nicht getan, denn deine Nachricht verlangt es nicht.',
      invalid: 'Das ist zu lang oder zu kurz, um es zu speichern.',
      no_reminder: 'Es gibt keine Erinnerung, die ich aufschieben kann.',
    },
    didNotWork: 'Das hat nicht geklappt: {}',
    found: 'Das hat die Suche nach „{}“ ergeben:',
    foundNothing: 'Die Suche nach „{}“ hat nichts ergeben.',
    searchFailed: 'Die Websuche ist fehlgeschlagen: {}',
    today: 'Heute ist {}.',
    time: 'Es ist {} Uhr ({}).',
    uncomputable: {
      'division-by-zero': 'Das hat kein Ergebnis: Durch null kann man nicht teilen.',
      'too-large': 'Dieses Ergebnis ist zu groß zum Aufschreiben.',
    },
    greeting: 'Hallo{}! Was kann ich für dich tun?',
    thanks: 'Gern geschehen!',
    farewell: 'Auf Wiedersehen!',
    acknowledgement: 'In Ordnung. Was kann ich für dich tun?',
    languages: 'Ich verstehe Deutsch, Englisch und Italienisch.',
    account:
      'Das machst du selbst, in der Web-App auf der Seite *Konto*: Passwort, Sprache, Zeitzone, alles herunterladen, Konto löschen.',
    undo: 'Rückgängig machen kann ich nur, was meine letzte Antwort getan hat: Aufgaben hinzufügen, erledigen oder wieder öffnen, und Aufgaben ohne Termin löschen.',
    one_time:
      'Ich setze eine Zeit für eine Aufgabe und habe nichts hinzugefügt. Sag bitte für jede Zeit einen eigenen Satz.',
    by_place:
      'Ich kenne nichts nach seinem Platz in einer Liste. Nenne bitte den Namen von dem, was du meinst.',
    forget_all:
      'Ich habe noch nichts vergessen. Auf der Seite *Gedächtnis* kannst du jeden Eintrag löschen, oder du sagst „vergiss“ und seine Worte.',
    clear:
      'Ich habe noch nichts geändert. „Lösche alle Aufgaben“ löscht jede Aufgabe, „Lösche alle erledigten Aufgaben“ die erledigten, und „Erledige alle Aufgaben“ hakt die offenen ab.',
    how_are_you: 'Danke, ich bin bereit. Was kann ich für dich tun?',
    who: 'Ich bin Jarvis, dein Assistent. Zurzeit ist kein Sprachmodell verbunden, deshalb antworte ich nach eingebauten Regeln: Aufgaben, Gedächtnis, Datum und Uhrzeit, Rechnen.',
    help: `Das kann ich ohne Sprachmodell:

- **Aufgaben**: „Setze Milch auf meine Liste“, „Zeig meine Aufgaben“, „Erledige die Steuer“, „Benenne Milch in Hafermilch um“, „Lösche Milch“
- **Termine**: „Erinnere mich morgen um 9 daran, Grace anzurufen“, „Zahnarzt am Freitag um 15 Uhr“, „Stell einen Timer auf 5 Minuten“, „Verschiebe Grace auf Freitag“, „Was ist heute fällig?“
- **Zeitpläne**: „Sag mir jeden Werktag um 8, was fällig ist“, „Suche morgen um 8 im Web nach …“, „Welche Zeitpläne habe ich?“, „Pausiere …“, „Setze … fort“ oder „Stoppe …“
- **Gedächtnis**: „Merk dir, dass mein Hund Rex heißt“, „Was weißt du über mich?“, „Vergiss meinen Hund“
- **Datum und Uhrzeit**: „Wie spät ist es?“, „Wie spät ist es in Tokio?“, „Welcher Tag ist heute?“
- **Rechnen**: „Wie viel sind 15 % von 80?“
- **Websuche**, wo sie eingerichtet ist: „Suche im Web nach …“

Für alles andere kann der Betreiber ein Sprachmodell verbinden, auf der Seite *Verbindungen* der Web-App oder mit der Einstellung \`MODEL\`.`,
    yourName: 'Du heißt {}.',
    unknownName: 'Du hast mir deinen Namen noch nicht gesagt.',
    received: 'Erhalten habe ich {}. Da kein Sprachmodell verbunden ist, kann ich aus Dateien nur zitieren.',
    inFiles: 'Diese Stellen passen am besten:',
    youSaid: 'Du hast mir gesagt: „{}“',
    notOffered: {
      tasks:
        'Aufgaben kann ich hier nicht ändern: Bei dieser Art von Aufruf wird nichts gespeichert, oder das Programm bietet eigene Werkzeuge an.',
      schedules:
        'Zeitpläne kann ich hier nicht verwenden: Sie sind ausgeschaltet, oder bei dieser Art von Aufruf wird nichts gespeichert.',
      memories:
        'Gemerktes kann ich hier nicht verwenden: Das Gedächtnis ist ausgeschaltet, oder bei dieser Art von Aufruf wird nichts gespeichert.',
      search:
        'Im Web suchen kann ich hier nicht: Die Websuche ist nicht eingerichtet oder in deinen Einstellungen ausgeschaltet.',
      date: 'Auf die Uhr sehen kann ich hier nicht.',
    },
    notUnderstood:
      'Es ist kein Sprachmodell verbunden, deshalb kann ich nur mit Aufgaben, Gemerktem, Datum und Uhrzeit und Rechnen helfen (Beispiele mit „Hilfe“). Der Betreiber verbindet eines auf der Seite *Verbindungen* der Web-App (Schlüssel einfügen, oder Ollama wählen), oder mit der Einstellung `MODEL`.',
  },
  time,
};

/** `dass mein Hund Rex heißt` as a sentence, `mein Hund heißt Rex`; undefined for other words. */
function mainClause(words: string): string | undefined {
  const [isClause, clause = ''] = /^dass(?: (.*))?$/iu.exec(words) ?? [];
  if (isClause === undefined) return undefined;
  const subject =
    /^(?:ich|du|er|sie|es|wir|ihr|man)(?=\s)|^(?:mein|meine|dein|deine|unser|unsere|der|die|das) [\p{L}-]+(?=\s)/iu.exec(
      clause,
    )?.[0];
  const verb = /\s(\p{Ll}+)$/u.exec(clause)?.[1];
  if (subject === undefined || verb === undefined) return clause;
  const middle = clause.slice(subject.length, clause.length - verb.length).trim();
  return [subject, verb, middle].filter((part) => part !== '').join(' ');
}
