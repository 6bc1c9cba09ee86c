import type { MemoryType } from '@jarvis/contract';
import { lineOf } from '../language/prepare.ts';

/**
 * The category of a memory, from its text alone: work under way is `project`; a like, a dislike or a wish
 * about how things are done is `preference`; anything else is about the person, `user`. English, German and
 * Italian. Used on saving and on editing, so that one text has one category.
 */
export function categoryOf(content: string): MemoryType {
  const text = lineOf(content).toLowerCase();
  if (project.some((pattern) => pattern.test(text))) return 'project';
  return preference.some((pattern) => pattern.test(text)) ? 'preference' : 'user';
}

const project: readonly RegExp[] = [
  // "Building" and its like are work only of somebody who is at it: "a tall building", "I like building trains".
  /(?:\b(?:i|we|they|he|she) (?:am|are|is)|\b(?:i'm|we're|they're|he's|she's)|^(?:currently|now)?) ?(?:currently |now |still |also |busy )?(?:building|developing|writing|launching|renovating|planning|preparing|designing|programming) (?:a|an|my|our|the|his|her|their)\b/,
  /(?<!\b(?:like|love|enjoy|hate|prefer|likes|loves|enjoys|hates|prefers|dislike|avoid) )\bworking on\b/,
  /\b(?:project|projects|deadline|milestone|sprint|roadmap|release|thesis|dissertation|startup|start-up|side business|codebase|repository)\b/,
  /\barbeite[tn]?\b.{0,40}\ban (?:eine[mnr]?|der|dem|den|meine[mnr]?|unsere[mnr]?|diese[mnr]?)\b/,
  /\b(?:ich (?:entwickle|programmiere|baue|renoviere|plane|schreibe)|(?:entwickle|programmiere|baue|renoviere|plane|schreibe) ich|wir (?:entwickeln|programmieren|bauen|renovieren|planen|schreiben))\b(?! (?:(?:sehr |viel |meistens |immer )?(?:gern|gerne|lieber|ungern|am liebsten))\b)/,
  /projekt|(?<!\p{L})(?:abgabetermin|meilenstein|frist|masterarbeit|bachelorarbeit|doktorarbeit|veröffentlichung)(?!\p{L})/u,
  /\b(?:sto|stiamo) (?:lavorando|costruendo|scrivendo|sviluppando|preparando|ristrutturando|progettando|pianificando)\b|\blavoro (?:a un|al|alla|su un|su una|a una)\b/,
  /\b(?:progetto|progetti|scadenza|tesi|lancio|consegna)\b/,
];

const preference: readonly RegExp[] = [
  /\b(?:prefer|prefers|preferred|preference|favou?rite|love|loves|enjoy|enjoys|hate|hates|dislike|dislikes|fan of|fond of|would rather|i'd rather|likes|rather than|can't stand|cannot stand|don't like|doesn't like|want(?:s)? you to|would like)\b/,
  // "I look like my mother" compares.
  /\b(?:i|we|he|she|they|you|i'd|we'd|really|also|always|not|never|do|don't|didn't|to|and|but|who|\p{L}+s) (?:likes?|liked)\b(?<!\b(?:looks|sounds|feels|smells|tastes|seems|acts|is|was|things|thinks) like)/u,
  /^likes? /,
  /^(?:please )?(?:always|never(?! (?:been|had|was|were|seen|gone|done|met|got|\p{L}+ed)(?!\p{L}))|keep|use|avoid|call me|answer|reply|respond|write|speak)(?!\p{L})/u,
  /\b(?:ich|wir|er|sie|man) (?:mag|mögen|möchte|liebe|liebt|hasse|hasst|bevorzuge|bevorzugt|verabscheue)(?!\p{L})|(?<!\p{L})(?:mag|möchte|liebe|hasse|bevorzuge|verabscheue) ich(?!\p{L})|(?<!\p{L})lieblings\p{L}*|(?<!\p{L})(?:lieber|am liebsten|gefällt|gefallen|ungern|bevorzugt)(?!\p{L})|^(?:mag|liebt|hasst|bevorzugt) /u,
  /(?<!\p{L})(?:gern|gerne)(?!\p{L})|^(?:bitte )?(?:immer|nie|niemals|antworte|schreib|schreibe|nenn mich|nenne mich|duze|sprich)(?!\p{L})/u,
  /\b(?:preferisc[oe]|preferit[oaie]|adoro|adora|amo|ama|odio|odia|detesto|detesta|piace|piacciono|piacerebbe|vorrei che|non sopport[oa])\b/,
  /^(?:per favore )?(?:sempre|mai(?! stat[oaie](?!\p{L}))|rispondi|scrivi|chiamami|usa|evita|parla)(?!\p{L})/u,
];
