import { lineOf } from '../language/prepare.ts';
import { stemsOf } from '../language/stems.ts';
import { asksToRemember } from '../memories/remember.ts';
import type { ToolName } from './captions.ts';

/**
 * Whether a tool that writes may act once text from outside is part of the turn. That text may give orders,
 * and a model may follow them; so the decision is made here, from the person's own message alone: it must ask
 * for this kind of thing, and name what is to be acted on. Adding what was found is allowed when the message
 * asks for just that ("add the best one", "remember the title"), and so is what the last reply asks about at
 * its end, when the message is a plain yes to it.
 */
export function isAuthorized(
  tool: ToolName,
  subject: string,
  { message, lastReply = '' }: { readonly message: string; readonly lastReply?: string },
): boolean {
  const kind = requests[tool];
  if (kind === undefined) return true;
  const line = lineOf(message);
  // "Yes" to a question that named it.
  if (consent.test(line) && names(questionOf(lastReply), subject)) return true;
  const asked = tool === 'save_memory' ? asksToRemember(message) : kind.test(line);
  if (!asked) return false;
  if (names(message, subject)) return true;
  return (tool === 'add_task' || tool === 'save_memory') && pointsAtFindings.test(line);
}

const consent =
  /^(?:yes|yep|yeah|sure|ok|okay|please do|go ahead|do it|do that|ja|jawohl|gern|gerne|klar|mach das|tu das|sì|si|va bene|certo|fallo|d'accordo)(?:[\s,.!]+(?:please|do|do it|do that|thanks|bitte|gerne?|danke|mach das|grazie|per favore|fallo))*[\s.!]*$/iu;

/**
 * The line of the last question of a reply, as it is read. A yes is none to what is said elsewhere in the reply, or is
 * not shown: text from outside may have been repeated there.
 */
function questionOf(reply: string): string {
  const end = reply.slice(-questionCharsMax).replace(/<[^<>]*>|\]\([^()]*\)/g, '');
  return end.split('\n').findLast((line) => line.includes('?')) ?? '';
}

const questionCharsMax = 1_000;

/** At least half of the words that carry meaning in the subject are the person's own. */
function names(message: string, subject: string): boolean {
  const [said, wanted] = [stemsOf(message), stemsOf(subject)];
  if (wanted.size === 0) return false;
  let shared = 0;
  for (const word of wanted) if (said.has(word)) shared += 1;
  return shared / wanted.size >= 0.5;
}

/** Whether a text has no words that carry meaning but those of a message. */
export function isOwnWords(message: string, text: string): boolean {
  const said = stemsOf(message);
  return [...stemsOf(text)].every((word) => said.has(word));
}

/** What a message says that asks for each kind of change. Tools that only read are not here. */
const requests: Partial<Record<ToolName, RegExp>> = {
  add_task:
    /\b(?:add|put|create|make|note|write down|set up|remind|task|to-?do|list)\b|\b(?:setz|setze|schreib|schreibe|füge|erstell|erstelle|leg|lege|notier|notiere|erinner|erinnere|aufgabe|liste|merk)\b|\b(?:aggiung\w*|metti|crea|scrivi|segna|inserisci|ricorda\w*|compito|lista)\b|attività/iu,
  rename_task:
    /\b(?:rename|retitle|change|call)\b|\b(?:benenn|benenne|umbenennen|nenne|ändere)\b|\b(?:rinomina\w*|cambia|modifica)\b/iu,
  complete_task:
    /\b(?:complete|finish|close|done|tick|check off|cross off|mark)\b|\b(?:erledig\w*|abhaken|hake|abschließ\w*|fertig|markier\w*)\b|\b(?:complet\w*|finit\w*|finisci|segna|spunta|chiudi|fatt[oaie])\b/iu,
  reopen_task:
    /\b(?:reopen|re-open|undo|uncheck|open again|not done)\b|\b(?:wieder|öffne)\b|\b(?:riapri\w*|non fatt[oaie])\b/iu,
  delete_task:
    /\b(?:delete|remove|drop|erase|cancel|clear)\b|\b(?:lösch\w*|entfern\w*|streich\w*)\b|\b(?:elimina\w*|cancella\w*|rimuovi|togli)\b/iu,
  save_memory: /./,
  forget_memory:
    /\b(?:forget|delete|remove|erase)\b|\b(?:vergiss|lösch\w*|entfern\w*)\b|\b(?:dimentica\w*|cancella\w*|elimina\w*)\b/iu,
};

/** A request whose object is what the search finds. */
const pointsAtFindings =
  /\b(?:add|put|create|make|note|write down|remember|save|keep) (?:me )?(?:a task (?:for|with) )?(?:it|them|those|these|(?:that|this)(?= ?(?:$|[.,!]|to\b|on\b|as\b))|each|all|both|what(?:ever)?\b|the (?:\p{L}+ ){0,2}?(?:results?|findings|ingredients|steps|titles?|names?|dates?|links?|answers?|ones?|address|price|time|top|first|best|cheapest|nearest))\b|\b(?:setze?|schreibe?|füge|merke?(?: dir)?|notiere?|speichere?) (?:es|sie|das|die|den|dies\w*|alle|jede\w*|was) ?(?:ergebnis\w*|zutaten|schritte|titel|namen?|termine?|datum|antwort|beste\w*|erste\w*|adresse|preis|auf|in|hinzu|du|davon|$)|\b(?:aggiungi(?:l[oaie])?|metti(?:l[oaie])?|ricorda(?:l[oaie])?|segna(?:l[oaie])?|salva(?:l[oaie])?) ?(?:quello che|ciò che|tutt[ie]|i risultati|gli ingredienti|i passi|il titolo|il nome|la data|il prezzo|l'indirizzo|il migliore|la migliore|il primo|la prima|alla|sulla|nella)|\b(?:aggiungil[oaie]|mettil[oaie]|ricordal[oaie]|segnal[oaie])\b/iu;
