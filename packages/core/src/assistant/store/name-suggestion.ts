import { limits, type NameSuggestion, type User } from '@jarvis/contract';
import { fold, normalized } from '../../language/fold.ts';
import { linesOf } from '../../language/prepare.ts';

/**
 * The name that a message says its writer prefers, unless it is the display name already or the account does
 * not want to be asked. A quotation, a question or a negation is not such a statement.
 */
export function suggestName(
  message: string,
  { displayName, displayNameChangePromptDisabled }: User,
): NameSuggestion | undefined {
  if (displayNameChangePromptDisabled) return undefined;
  const name = statedName(message);
  if (name === undefined || fold(name) === fold(displayName)) return undefined;
  return { name };
}

export function statedName(message: string): string | undefined {
  for (const sentence of linesOf(message).flatMap((line) => line.split(sentenceEnd))) {
    const plain = withoutQuestion(sentence);
    if (plain.endsWith('?') || /^[>"“„«']/.test(plain)) continue;
    for (const pattern of statements) {
      const name = asName(pattern.exec(plain)?.groups?.name, naming.test(plain));
      if (name !== undefined) return name;
    }
  }
  return undefined;
}

/** A full stop after a title or an initial ends no sentence: "Dr. Strange", "J. R. Miller". */
const sentenceEnd = /(?<=[.!?;])(?<!(?<!\p{L})(?:\p{L}|dr|prof|st|dott|ing)\.) /iu;

/** "My name is Ada, what can you do?" states a name before it asks; "My name is Ada, isn't it?" only asks. */
const withoutQuestion = (sentence: string): string => sentence.replace(asksAfterwards, '');
const asksAfterwards =
  /, ?(?:(?:and|but|so|und|aber|e|ma) )?(?:what|who|when|where|why|how|which|(?:can|could|would|will|do) you|was|wer|wann|wo|warum|wie|welche[mnrs]?|(?:kannst|könntest|weißt|hast) du|cosa|che cosa|chi|quando|dove|perché|come|quale|quali|quanto|(?:mi )?(?:puoi|potresti|sai))(?!\p{L})[^,]*\?$/iu;

const opening =
  '^(?:(?:hi|hello|hey|hallo|guten tag|guten morgen|ciao|salve|buongiorno|well|so|by the way|btw|please|bitte|übrigens|comunque|per favore|and|und|e|ok|okay|jarvis|can you|could you|kannst du|puoi|from now on|ab jetzt|ab sofort|von nun an|da ora in poi)[,!.:]?(?: there[,!.:]?)? )*';
const name = "(?<name>\\p{L}[\\p{L}\\p{M}'.-]*(?: \\p{Lu}[\\p{L}\\p{M}'.-]*){0,3})";
const end =
  '(?= ?(?:[,.;!)]|$| (?:and|but|from|now|und|aber|aus|nennen|rufen|genannt|e|ma|please|bitte|instead)(?!\\p{L})))';
const pattern = (words: string, after = end) => new RegExp(`${opening}(?:${words}) ${name}${after}`, 'iu');

const statements: readonly RegExp[] = [
  pattern(
    "my (?:preferred |first |nick|new )?name(?:'s| is)|the name's|i(?:'m| am) called|i go by|you (?:can|may|should) call me|(?:just |always )?call me|i(?:'d| would) (?:like|prefer) (?:you )?to (?:call me|be called)|i prefer to be called|address me as|refer to me as|(?:everyone|everybody|people|(?:all )?my friends) calls? me",
  ),
  pattern(
    'ich hei(?:ß|ss)e|mein (?:vor|spitz|ruf)?name (?:ist|lautet)|(?:du (?:kannst|darfst)|sie (?:können|dürfen)) mich|nenn(?:e|en)?(?: sie)? mich(?: einfach| bitte)?|(?:alle|meine freunde) nennen mich',
  ),
  pattern('ich (?:werde|möchte)', ' (?:genannt|gerufen)(?!\\p{L})'),
  pattern(
    'mi chiamo|il mio nome(?: preferito)? è|(?:puoi |può )?chiamarmi|mi (?:puoi|può) chiamare|chiamami(?: pure)?|(?:tutti |gli amici )?mi chiamano|(?:preferisco|vorrei) essere chiamat[oa]',
  ),
];

/** Words that follow "call me" and the like without being a name. */
const notNames = new Set(
  `to for upon into not never no a an the back later tomorrow today when if at on in after before crazy maybe old whatever what that
  this it sorry now soon anytime again by my your his her their tired happy mr mrs ms sir madam
  monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
  lunedì martedì mercoledì giovedì venerdì sabato domenica programm
  nicht nie kein keine ein eine einen der die das morgen heute später wenn um nach vor an bitte einfach genannt gerufen so
  non mai un una uno il lo la i gli le domani oggi dopo quando se più alle pure così`.split(/\s+/),
);

/** Statements that nothing but a name ends: here a word for a time is a name too ("My name is Noon"). */
const naming = /(?<!\p{L})(?:name|name's|heiße|heisse|mi chiamo|nome)(?!\p{L})/iu;

/** "Call me tonight", "I go by train", "Chiamami urgentemente": when or how to call or to travel. */
const isTimeOrWay = (word: string): boolean =>
  timesAndWays.has(word) || (/^\p{L}{5,}ly$|^\p{L}{4,}mente$/u.test(word) && !namesInLy.has(word));
const namesInLy = new Set(['beverly', 'kimberly', 'waverly', 'everly']);
const timesAndWays = new Set(
  `tonight whenever often spesso duzen siezen anrufen zurückrufen erreichen next right away urgently asap immediately quickly daily weekly early first once twice every each some something
  anything nothing everything someone anyone everyone mornings evenings morning evening afternoon noon midnight night
  week month year time times hour minute minutes way home over up down out off here there outside inside around about
  with without via through from until till during than then please instead only also still please maybe perhaps soonest
  train bus car bike bicycle plane foot boat taxi tram metro subway ferry ship van road air
  january february september october november december
  gleich sofort dringend abends morgens mittags nachmittags nachts abend nacht mittag übermorgen gestern bald später
  jederzeit zurück mal nochmal wieder nächste nächsten nächster woche monat jahr uhr zuhause unbedingt schnell dann jetzt
  hier dort niemals jemand niemand alles nichts immer oft manchmal auch nur schon gern gerne lieber mit ohne bei zu auf in
  stasera stamattina stanotte subito presto tardi più prossima prossimo settimana mese anno ora adesso appena dopodomani
  urgentemente immediatamente quando sempre ancora qui lì casa mattina sera pomeriggio notte con senza per alle tra fra
  domattina prima poi qualcuno nessuno niente`.split(/\s+/),
);

function asName(found: string | undefined, isNamed: boolean): string | undefined {
  if (found === undefined) return undefined;
  // "Du kannst mich Ada nennen" leaves the verb behind.
  const words = normalized(found)
    .replace(/(?<![.'-])[.'-]+$/, '')
    .replace(/(?: (?:nennen|rufen|genannt|gerufen|please|thanks|bitte|danke|grazie)){1,9}$/i, '')
    .split(' ');
  const first = words[0] ?? '';
  if (notNames.has(first.toLowerCase())) return undefined;
  if (!isNamed && words.some((word) => !particles.has(word) && isTimeOrWay(word.toLowerCase())))
    return undefined;
  const lowered = words.filter((word) => /^\p{Ll}/u.test(word) && !particles.has(word)).length;
  if (lowered > (words.length === lowered ? 2 : 0)) return undefined;
  const capitalised = normalized(words.join(' ').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()));
  // Measured last: the capital of one letter can be two, as of "ß".
  return [...capitalised].length > limits.displayNameCharsMax ? undefined : capitalised;
}

const particles = new Set(['von', 'van', 'der', 'de', 'di', 'del', 'della', 'da', 'la', 'zu', 'al', 'bin']);
