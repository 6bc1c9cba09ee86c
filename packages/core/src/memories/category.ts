import type { MemoryType } from '@jarvis/contract';
import { lineOf } from '../text/prepare.ts';

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
  /\b(?:working on|building|developing|writing (?:a|an|my|the)|launching|renovating|planning (?:a|an|my|our|the)|preparing (?:a|an|my|our|the))\b/,
  /\b(?:project|deadline|milestone|sprint|roadmap|release|thesis|dissertation|startup|start-up|side business|codebase|repository)\b/,
  /\barbeite[tn]?\b.{0,40}\ban (?:eine[mnr]?|der|dem|den|meine[mnr]?|unsere[mnr]?|diese[mnr]?)\b|\b(?:entwickle|programmiere|baue|renoviere|plane|schreibe)\b/,
  /projekt|(?<!\p{L})(?:abgabetermin|meilenstein|frist|masterarbeit|bachelorarbeit|doktorarbeit|veröffentlichung)(?!\p{L})/u,
  /\b(?:sto|stiamo) (?:lavorando|costruendo|scrivendo|sviluppando|preparando|ristrutturando|progettando|pianificando)\b|\blavoro (?:a un|al|alla|su un|su una|a una)\b/,
  /\b(?:progetto|progetti|scadenza|tesi|lancio|consegna)\b/,
];

const preference: readonly RegExp[] = [
  /\b(?:prefer|prefers|preferred|preference|favou?rite|like|likes|love|loves|enjoy|enjoys|hate|hates|dislike|dislikes|fan of|fond of|rather|can't stand|cannot stand|don't like|want(?:s)? you to|would like you to)\b/,
  /^(?:please )?(?:always|never|keep|use|avoid|call me|answer|reply|respond|write|speak)\b/,
  /\b(?:bevorzuge?|bevorzugt|lieblings\p{L}*|mag|magst|mögen|möchte|liebe|liebt|hasse|hasst|lieber|am liebsten|gefällt|gefallen|verabscheue?|ungern)\b/u,
  /(?<!\p{L})(?:gern|gerne)(?!\p{L})|^(?:bitte )?(?:immer|nie|niemals|antworte|schreib|schreibe|nenn mich|nenne mich|duze|sprich)\b/u,
  /\b(?:preferisc[oe]|preferit[oaie]|adoro|adora|amo|ama|odio|odia|detesto|detesta|piace|piacciono|piacerebbe|vorrei che|non sopport[oa])\b/,
  /^(?:per favore )?(?:sempre|mai|rispondi|scrivi|chiamami|usa|evita|parla)\b/,
];
