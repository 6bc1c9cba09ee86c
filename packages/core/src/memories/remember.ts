import { limits } from '@jarvis/contract';
import { lineOf, linesOf } from '../language/prepare.ts';
import { holdsSecret } from './secrets.ts';

export interface Remembered {
  /** The sentence to remember, as the person said it. */
  readonly content: string;
  /** True when the person asked for it; false when they only stated it. */
  readonly asked: boolean;
}

/**
 * What a message clearly asks to be remembered, or states that lasts about the person, what they like or what
 * they work on. For models that do not call tools, and as a check on those that do. Undefined for questions,
 * quotations, second-hand statements and passing remarks.
 */
export function memoryRequested(message: string): Remembered | undefined {
  if (asksNotToRemember(message)) return undefined;
  for (const sentence of sentences(message)) {
    const content = askedFor(sentence);
    if (content !== undefined && isMemory(content)) return { content, asked: true };
  }
  for (const sentence of sentences(message)) {
    const content = memoryStatement(sentence);
    if (content !== undefined) return { content, asked: false };
  }
  return undefined;
}

/** True when the message asks that something be remembered, whatever it is. */
export function asksToRemember(message: string): boolean {
  return linesOf(message).some(
    (line) => requests.some((pattern) => pattern.test(line)) || anywhere.test(line),
  );
}

/** True when the message asks that what it says be not remembered: nothing is saved from it then. */
export function asksNotToRemember(message: string): boolean {
  return linesOf(message).some((line) => refusals.some((pattern) => pattern.test(line)));
}

/** A sentence that states something lasting about the person, as it is stored; undefined for any other. */
export function memoryStatement(sentence: string): string | undefined {
  const line = lineOf(sentence);
  const plain = tidy(line);
  if (line.endsWith('?') || /["“„«»”]/.test(plain) || passing.test(plain)) return undefined;
  if (!statements.some((pattern) => pattern.test(plain)) || !isMemory(plain)) return undefined;
  return holdsSecret(plain) ? undefined : plain;
}

/** The clause after "dass" as a sentence of its own: `mein Hund Rex heißt` becomes `mein Hund heißt Rex`. */
export function germanMainClause(clause: string): string {
  const subject =
    /^(?:ich|du|er|sie|es|wir|ihr|man)(?=\s)|^(?:mein|meine|dein|deine|unser|unsere|der|die|das) [\p{L}-]+(?=\s)/iu.exec(
      clause,
    )?.[0];
  const verb = /\s(\p{Ll}+)$/u.exec(clause)?.[1];
  if (subject === undefined || verb === undefined) return clause;
  const middle = clause.slice(subject.length, clause.length - verb.length).trim();
  return [subject, verb, middle].filter((part) => part !== '').join(' ');
}

/** Fits a memory: 4 to 500 characters on one line. */
function isMemory(text: string): boolean {
  const length = [...text].length;
  return length >= limits.memoryCharsMin && length <= limits.memoryCharsMax;
}

/** A memory of the greatest length, and what asks for it. */
const sentenceCharsMax = 600;

function sentences(message: string): string[] {
  return linesOf(message)
    .flatMap((line) => line.split(/(?<=[.!?]) /))
    .filter((sentence) => sentence.length <= sentenceCharsMax && !/^[>"“„«]/.test(sentence));
}

function askedFor(sentence: string): string | undefined {
  if (sentence.endsWith('?') && !polite.test(sentence)) return undefined;
  const plain = sentence.replace(/ ?\?$/, '');
  for (const pattern of requests) {
    const content = pattern.exec(plain)?.[1];
    if (content === undefined) continue;
    const clause = /^dass (.+)$/i.exec(content)?.[1];
    return clause === undefined ? tidy(content) : tidy(germanMainClause(tidy(clause)));
  }
  return undefined;
}

function tidy(text: string): string {
  return text
    .replace(/^(?:hi|hello|hey|hallo|ciao|by the way|btw|übrigens|comunque|well|so|also|fyi)[,!.:]? /iu, '')
    .trim()
    .replace(/(?<![.!,; ])[.!,; ]+$/, '')
    .replace(/^\p{Ll}/u, (first) => first.toUpperCase());
}

const polite = /^(?:please|bitte|per favore|can|could|would|will|kannst|könntest|würdest|puoi|potresti)\b/iu;
const lead =
  '^(?:(?:ok|okay|and|und|e|also|jarvis|please|bitte|per favore|can you|could you|would you|will you|i want you to|kannst du(?: dir)?|könntest du(?: dir)?|puoi|potresti)[,!]? )*';

/** "Remember that …" and its like; "remember to …" is a task, "do you remember …?" a question. */
const requests: readonly RegExp[] = [
  new RegExp(
    `${lead}(?:remember|memori[sz]e|keep in mind|bear in mind|don't forget|do not forget|never forget|make a note|take a note|take note)(?: for (?:me|later|the future))?(?: (?:this|the following))?(?: (?:that)\\b| ?[:,])? (?!to\\b|when\\b|how\\b|what\\b|where\\b|who\\b)(.{4,})$`,
    'iu',
  ),
  new RegExp(
    `${lead}(?:merke?n?(?: (?:dir|sie sich))?|behalte?n?(?: (?:im kopf|in erinnerung))?|vergiss(?: bitte)? nicht|notiere? dir|speichere?|denke? daran)(?: bitte)?[\\s,:]+(?!zu\\b)(.{4,}?)(?: merken)?$`,
    'iu',
  ),
  new RegExp(
    `${lead}(?:ricorda(?:re|ti)?|tieni a mente|tieni presente|memorizza(?:re)?|non dimenticare|non scordare|prendi nota)(?: (?:che)\\b| ?[:,])? (?!di\\b|come\\b|cosa\\b|quando\\b)(.{4,})$`,
    'iu',
  ),
];

/** "Don't remember that …"; "I don't remember …" and "don't forget" are something else. */
const clauseStart = '(?:^|[.!?;:,\\n(–—-] ?|(?<!\\p{L})(?:please|but|and|bitte|aber|und|per favore|ma|e) )';
const refusals: readonly RegExp[] = [
  new RegExp(`${clauseStart}(?:don't|do not) (?:remember|memori[sz]e|save|store)(?!\\p{L})`, 'iu'),
  new RegExp(
    `${clauseStart}(?:merke?n?|speichere?|behalte?|notiere?)(?: (?:dir|sie sich|das|es|dies|bitte|aber))* nicht(?= ?(?:$|[.,:;!]|(?:dass|was|wie|wo)(?!\\p{L})))`,
    'iu',
  ),
  new RegExp(
    `${clauseStart}(?:das|es|dies)? ?(?:bitte )?nicht (?:merken|speichern|behalten)(?!\\p{L})`,
    'iu',
  ),
  new RegExp(`${clauseStart}non (?:te lo |lo )?(?:ricord|memorizz|salv)ar(?:e|ti|lo|telo)(?!\\p{L})`, 'iu'),
];

const anywhere =
  /\b(?:remember|memori[sz]e|keep in mind|bear in mind|(?:don't|do not|never) forget|make a note|save (?:this|that|it)|note (?:this|that|down))\b|\b(?:merk|merke|merken|behalte|vergiss nicht|notier|notiere|speicher|speichere)\b|\b(?:ricorda|ricordati|ricordare|memorizza|non dimenticare|tieni a mente|tieni presente|prendi nota|annota|salva)\b/iu;

/** What is said of this moment or of this conversation, not for good. */
const passing =
  /^(?:i|we) (?:like|love|prefer|enjoy|hate) (?:it|this|that|these|those|your?|the (?:first|second|third|last|latter|former|idea|answer|way you)|how)\b|\b(?:right now|at the moment|today|tonight|this (?:morning|evening|afternoon|week)|currently broken|gerade|heute|im moment|adesso|oggi|stasera|in questo momento)\b|^(?:mir gefällt|ich mag|ich liebe) (?:das|es|dies|deine?|die antwort|die idee)(?:\s|$)|^mi piace (?:questo|questa|quello|la (?:risposta|tua)|il tuo|l'idea)/iu;

const kin =
  'name|nickname|birthday|age|wife|husband|partner|spouse|girlfriend|boyfriend|fianc[ée]e?|son|daughter|child|kids|children|baby|mother|father|mom|mum|dad|parents|sister|brother|grandmother|grandfather|dog|cat|pet|horse|boss|manager|job|profession|employer|company|team|hometown|home town|native language|mother tongue|time ?zone|address|anniversary|blood type|diet|hobby|hobbies|car';
const kinGerman =
  'name|spitzname|geburtstag|frau|mann|partnerin|partner|freundin|freund|sohn|tochter|kind|kinder|mutter|vater|eltern|schwester|bruder|oma|opa|hund|katze|kater|haustier|pferd|chef|chefin|beruf|arbeitgeber|firma|team|heimatstadt|muttersprache|zeitzone|adresse|hochzeitstag|blutgruppe|hobby|hobbys|auto';
const kinItalian =
  'nome|soprannome|compleanno|moglie|marito|compagna|compagno|partner|fidanzata|fidanzato|figlio|figlia|figli|madre|padre|mamma|papà|genitori|sorella|fratello|nonna|nonno|cane|gatto|gatta|cavallo|capo|lavoro|azienda|squadra|città natale|lingua madre|fuso orario|indirizzo|anniversario|hobby|auto|macchina';

/** Sentences that begin like a lasting statement of the person about themselves. */
const statements: readonly RegExp[] = [
  new RegExp(
    `^(?:my|our) (?:[\\p{L}'-]+ ){0,2}?(?:${kin})(?:'s name)? (?:is|are|was|were|lives?|works?) \\S`,
    'iu',
  ),
  /^(?:my|our) (?:all-time )?favou?rite .{2,60} (?:is|are) \S/iu,
  /^i(?:'m| am) (?:a|an) (?!bit|little|fool|mess|idiot|fan of (?:this|that))\p{L}/iu,
  /^i(?:'m| am) (?:from|allergic|vegan|vegetarian|married|divorced|single|retired|left-handed|right-handed|lactose|gluten|colou?r-?blind|diabetic|pregnant|\d{1,3} years? old)\b/iu,
  /^(?:i|we) (?:live|work|study|teach) (?:in|at|for|as|near|with|from) \S/iu,
  /^i (?:was born|grew up|speak|play|collect) \S/iu,
  /^(?:i|we) have (?:a|an|one|two|three|four|five|\d+) (?:\p{L}+ )?(?:kids?|children|sons?|daughters?|dogs?|cats?|pets?|brothers?|sisters?|siblings|cars?|horses?|twins)\b/iu,
  /^i (?:really |always |usually |generally |absolutely |strongly |do )?(?:like|love|prefer|enjoy|hate|dislike|can't stand|cannot stand|don't like|do not like) \S/iu,
  /^(?:i(?:'m| am)|we(?:'re| are)) (?:currently )?(?:working on|building|developing|writing|renovating) (?:a|an|my|our|the) \S/iu,
  /^(?:please )?call me \p{Lu}\p{L}+$/u,
  new RegExp(
    `^(?:mein|meine|unser|unsere) (?:[\\p{L}-]+ ){0,1}?(?:${kinGerman}) (?:ist|sind|heißt|heißen|war|lebt|wohnt|arbeitet) \\S`,
    'iu',
  ),
  /^(?:mein|meine) lieblings\p{L}+ (?:ist|sind|heißt) \S/iu,
  /^ich (?:heiße|wohne|lebe|arbeite|studiere|komme aus|spreche|spiele|sammle) \S/iu,
  /^ich bin (?:allergisch|vegan|veganer|veganerin|vegetarier|vegetarierin|verheiratet|geschieden|ledig|\d{1,3} jahre alt|in \S+ (?:geboren|aufgewachsen)|\p{Lu}\p{L}+(?:in|er|ist|eur|ent|ant|arzt)$)/iu,
  /^ich habe (?:einen|eine|ein|zwei|drei|vier|\d+) (?:\p{L}+ )?(?:kind|kinder|sohn|söhne|tochter|töchter|hund|hunde|katze|katzen|bruder|brüder|schwester|schwestern|geschwister)\b/iu,
  /^ich (?:mag|liebe|bevorzuge|hasse|verabscheue) \S|^ich (?:trinke|esse|höre|lese|reise|koche) (?:.{1,40}\s)?(?:gern|gerne|lieber|am liebsten)\b/iu,
  /^(?:ich|wir) (?:arbeite|arbeiten|schreibe|baue|entwickle|renoviere) (?:gerade )?(?:an )?(?:meine[mnr]?|eine[mnr]?|unsere[mnr]?|der|dem) \S/iu,
  /^nenn(?:e)? mich \p{Lu}\p{L}+$/u,
  new RegExp(
    `^(?:(?:il|la|i|le|l') ?)?(?:mio|mia|miei|mie|nostro|nostra) (?:[\\p{L}]+ ){0,1}?(?:${kinItalian}) (?:è|sono|si chiama|si chiamano|vive|abita|lavora) \\S`,
    'iu',
  ),
  /^(?:il|la|i|le) (?:mio|mia|miei|mie) .{2,40} preferit[oaie] (?:è|sono) \S/iu,
  /^(?:mi chiamo|vivo|abito|lavoro|studio|vengo da|parlo|colleziono) \S/iu,
  /^(?:io )?sono (?:allergic[oa]|vegan[oa]|vegetarian[oa]|sposat[oa]|divorziat[oa]|single|nat[oa]|di \p{Lu}|un[oa']? ?\p{L}{4,}(?:ist[ae]|tore|trice|nte|ologo|ologa|ere|era|iere)\b)/iu,
  /^ho (?:un|una|due|tre|quattro|\d+) (?:figli[oae]?|cani?|gatt[oi]|fratell[oi]|sorell[ae]|anni)\b/iu,
  /^(?:io )?(?:adoro|amo|odio|detesto|preferisco) \S|^(?:a me )?(?:mi|non mi) (?:piace|piacciono) \S/iu,
  /^(?:sto|stiamo) (?:lavorando|costruendo|scrivendo|sviluppando|ristrutturando) \S/iu,
  /^chiamami \p{Lu}\p{L}+$/u,
];
