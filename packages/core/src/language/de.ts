import { stemmer } from '@orama/stemmers/german';
import { stopwords } from '@orama/stopwords/german';
import type { Vocabulary } from './vocabulary.ts';

const kin =
  'name|spitzname|geburtstag|frau|mann|partnerin|partner|freundin|freund|sohn|tochter|kind|kinder|mutter|vater|eltern|schwester|bruder|oma|opa|hund|katze|kater|haustier|pferd|chef|chefin|beruf|arbeitgeber|firma|team|heimatstadt|muttersprache|zeitzone|adresse|hochzeitstag|blutgruppe|hobby|hobbys|auto';

export const de: Vocabulary = {
  name: 'German',
  locale: 'de-DE',

  functionWords: `der die das und ist sind war waren nicht ich du wir ihr mich dich mir dir mein meine meinen meiner meinem
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

  months: 'januar februar marz april mai juni juli august september oktober november dezember',

  captions: { quotes: ['„', '“'], failed: 'fehlgeschlagen', keepsCapitals: true },
  replies: {
    denied: 'Dabei kann ich hier nicht helfen.',
    stopped: '*Angehalten.*',
    onlyLinks: 'Die Antwort bestand nur aus Links, die Daten hätten mitnehmen können. Sie wurden entfernt.',
    done: 'Erledigt:',
    doneButFailed: 'Das Sprachmodell ist ausgefallen, bevor es antworten konnte. Das wurde erledigt:',
    full: '*Die Antwort bricht hier ab: Sie hat die größte Länge erreicht.*',
  },

  consent: { yes: /ja|jawohl|gern|gerne|klar|mach das|tu das/, more: /bitte|gerne?|danke|mach das/ },
  pointsAtFindings:
    /\b(?:setze?|schreibe?|füge|merke?(?: dir)?|notiere?|speichere?) (?:es|sie|das|die|den|dies\w*|alle|jede\w*|was) ?(?:ergebnis\w*|zutaten|schritte|titel|namen?|termine?|datum|antwort|beste\w*|erste\w*|adresse|preis|auf|in|hinzu|du|davon|$)/iu,
  unspecific: 'todo aufgabe aufgaben',

  memories: {
    polite: /bitte|kannst|könntest|würdest/,
    lead: /und|also|bitte|kannst du(?: dir)?|könntest du(?: dir)?/,
    request:
      /(?:merke?n?(?: (?:dir|sie sich))?|behalte?n?(?: (?:im kopf|in erinnerung))?|vergiss(?: bitte)? nicht|notiere? dir|speichere?|denke? daran)(?: bitte)?[\s,:]+(?!zu\b)(.{4,}?)(?: merken)?$/iu,
    anywhere: /\b(?:merk|merke|merken|behalte|vergiss nicht|notier|notiere|speicher|speichere)\b/iu,
    conjunctions: /bitte|aber|und/,
    refusals: [
      /(?:merke?n?|speichere?|behalte?|notiere?)(?: (?:dir|sie sich|das|es|dies|bitte|aber))* nicht(?= ?(?:$|[.,:;!]|(?:dass|was|wie|wo)(?!\p{L})))/iu,
      /(?:das|es|dies)? ?(?:bitte )?nicht (?:merken|speichern|behalten)(?!\p{L})/iu,
    ],
    opening: /hallo|übrigens/,
    passing:
      /\b(?:gerade|heute|im moment)\b|^(?:mir gefällt|ich mag|ich liebe) (?:das|es|dies|deine?|die antwort|die idee)(?:\s|$)/iu,
    statements: [
      new RegExp(
        String.raw`^(?:mein|meine|unser|unsere) (?:[\p{L}-]+ ){0,1}?(?:${kin}) (?:ist|sind|heißt|heißen|war|lebt|wohnt|arbeitet) \S`,
        'iu',
      ),
      /^(?:mein|meine) lieblings\p{L}+ (?:ist|sind|heißt) \S/iu,
      /^ich (?:heiße|wohne|lebe|arbeite|studiere|komme aus|spreche|spiele|sammle) \S/iu,
      /^ich bin (?:allergisch|vegan|veganer|veganerin|vegetarier|vegetarierin|verheiratet|geschieden|ledig|\d{1,3} jahre alt|in \S+ (?:geboren|aufgewachsen)|\p{Lu}\p{L}+(?:in|er|ist|eur|ent|ant|arzt)$)/iu,
      /^ich habe (?:einen|eine|ein|zwei|drei|vier|\d+) (?:\p{L}+ )?(?:kind|kinder|sohn|söhne|tochter|töchter|hund|hunde|katze|katzen|bruder|brüder|schwester|schwestern|geschwister)\b/iu,
      /^ich (?:mag|liebe|bevorzuge|hasse|verabscheue) \S|^ich (?:trinke|esse|höre|lese|reise|koche) (?:.{1,40}\s)?(?:gern|gerne|lieber|am liebsten)\b/iu,
      /^(?:ich|wir) (?:arbeite|arbeiten|schreibe|baue|entwickle|renoviere) (?:gerade )?(?:an )?(?:meine[mnr]?|eine[mnr]?|unsere[mnr]?|der|dem) \S/iu,
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
    ends: /und|aber|aus|nennen|rufen|genannt|bitte/,
    statements: [
      {
        before:
          /ich hei(?:ß|ss)e|mein (?:vor|spitz|ruf)?name (?:ist|lautet)|(?:du (?:kannst|darfst)|sie (?:können|dürfen)) mich|nenn(?:e|en)?(?: sie)? mich(?: einfach| bitte)?|(?:alle|meine freunde) nennen mich/,
      },
      { before: /ich (?:werde|möchte)/, after: / (?:genannt|gerufen)(?!\p{L})/u },
    ],
    naming: /name|heiße|heisse/,
    behind: /nennen|rufen|genannt|gerufen|bitte|danke/,
    notNames: `montag dienstag mittwoch donnerstag freitag samstag sonntag programm
      nicht nie kein keine ein eine einen der die das morgen heute später wenn um nach vor an bitte einfach genannt gerufen so`,
    timesAndWays: `duzen siezen anrufen zurückrufen erreichen
      gleich sofort dringend abends morgens mittags nachmittags nachts abend nacht mittag übermorgen gestern bald später
      jederzeit zurück mal nochmal wieder nächste nächsten nächster woche monat jahr uhr zuhause unbedingt schnell dann jetzt
      hier dort niemals jemand niemand alles nichts immer oft manchmal auch nur schon gern gerne lieber mit ohne bei zu auf in`,
    particles: 'von van der de zu bin',
  },
};

/** `dass mein Hund Rex heißt` as a sentence, `mein Hund heißt Rex`; undefined for any other words. */
function mainClause(words: string): string | undefined {
  const clause = /^dass (.+)$/iu.exec(words)?.[1];
  if (clause === undefined) return undefined;
  const subject =
    /^(?:ich|du|er|sie|es|wir|ihr|man)(?=\s)|^(?:mein|meine|dein|deine|unser|unsere|der|die|das) [\p{L}-]+(?=\s)/iu.exec(
      clause,
    )?.[0];
  const verb = /\s(\p{Ll}+)$/u.exec(clause)?.[1];
  if (subject === undefined || verb === undefined) return clause;
  const middle = clause.slice(subject.length, clause.length - verb.length).trim();
  return [subject, verb, middle].filter((part) => part !== '').join(' ');
}
