import { capitalised, type Grammar, type Intent, listed, namedTask, tidied } from './intents.ts';

const filler =
  /(?<!\p{L})(?:il|lo|la|i|gli|le|un|uno|una|mio|mia|miei|mie|questo|questa|quello|quella|quel|compito|compiti|attività|voce|cosa|chiamat[oa]|con|del|della|dello|delle|di|sul|sulla)(?!\p{L})|(?<!\p{L})(?:l|dell|un|quell|all)['’]/giu;
const task = (words: string) => namedTask(words, filler);
const list =
  '(?:alla|nella|sulla|dalla|alle|nelle|ai|nei|dai|in|a)?\\s*(?:mia\\s+|mie\\s+|miei\\s+|tua\\s+)?(?:lista|elenco|attività|compiti|to-?do|cose da fare)(?:\\s+(?:della spesa|delle attività|dei compiti|delle cose da fare|di cose da fare))?';

const added = (words: string): Intent[] =>
  listed(words, /\s+ed?\s+/i).map((title) => ({ kind: 'add_task', title: capitalised(newTitle(title)) }));

export const italian: Grammar = {
  politeness:
    /^(?:(?:ehi|hey|ciao|ok|okay|jarvis|per favore|per piacere|adesso|ora|anche|e|poi|allora|puoi|potresti|mi puoi|vorrei che tu)[,!.]?\s+)+/iu,
  politeEnd: /[,\s]*(?:per favore|per piacere|grazie|adesso|anche|per me)?\s*[.!]*$/iu,
  joints: /\s*(?:[,;.]\s*(?:e |poi |anche )*|\s(?:e poi|e anche|e|ed|poi|inoltre)\s)/iu,
  rules: [
    {
      pattern: /^(?:rinomina|rinominare|cambia|cambiare|modifica)\s+(.+?)\s+(?:in|con)\s+(.+)$/iu,
      make: (from = '', to = '') => ({ kind: 'rename_task', task: task(from), title: tidied(to) }),
    },
    {
      pattern: /^(?:riapri|riaprire)\s+(.+)$/iu,
      make: (words = '') => ({ kind: 'reopen_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:segna|segnare|imposta|metti)\s+(.+?)\s+(?:come\s+)?(?:non (?:fatt|completat|finit)[oaie]|(?:di nuovo )?apert[oaie]|da fare)$/iu,
      make: (words = '') => ({ kind: 'reopen_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:segna|segnare|imposta|spunta|metti)\s+(.+?)\s+(?:come\s+)?(?:fatt|completat|finit|conclus)[oaie]$/iu,
      make: (words = '') => ({ kind: 'complete_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:completa|completare|finisci|finire|termina|terminare|concludi|chiudi|spunta|ho (?:già )?(?:finito|completato|fatto|terminato))\s+(.+)$/iu,
      make: (words = '') => ({ kind: 'complete_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:dimentica|dimenticati|cancella|elimina)\s+(?:il|la|i|dal)?\s*(?:ricordo|ricordi|memoria)\s*(?:di|che|su|:)?\s*(.+)$/iu,
      make: (words = '') => ({ kind: 'forget_memory', memory: tidied(words) }),
    },
    {
      pattern: /^(?:dimentica|dimenticati|scorda|scordati)\s+(?:che\s+|di\s+|del\s+|della\s+)?(.+)$/iu,
      make: (words = '') =>
        /^(?:tutto|questo|lo)$/i.test(words) ? undefined : { kind: 'forget_memory', memory: tidied(words) },
    },
    {
      pattern: new RegExp(
        `^(?:elimina|eliminare|cancella|cancellare|rimuovi|rimuovere|togli|togliere)\\s+(.+?)(?:\\s+(?:dalla|dall'|dalle|dai|da)\\s*${list})?$`,
        'iu',
      ),
      make: (words = '') => ({ kind: 'delete_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:che )?cosa (?:ricordi|sai|ti ricordi|hai memorizzato)(?: di me| su di me)?\s*\??$|^(?:mostra(?:mi)?|elenca(?:mi)?|dimmi)\s+(?:i|le)?\s*(?:miei|mie|tuoi|tue)?\s*(?:ricordi|memorie)\b.*$/iu,
      make: () => ({ kind: 'list_memories' }),
    },
    {
      pattern: /^(?:ricordami|ricordati)\s+di\s+(.+)$/iu,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(tidied(words)) }),
    },
    {
      pattern:
        /^(?:ricorda|ricordati|ricordare|tieni a mente|tieni presente|memorizza|non dimenticare|prendi nota|annota)(?:\s+che|\s*[:,])?\s+(.+)$/iu,
      make: (words = '') => ({ kind: 'save_memory', content: capitalised(tidied(words)) }),
    },
    {
      pattern:
        /^(?:cerca(?:mi)?|cercare|googla)\s+(?:(?:sul|nel|su)\s*(?:web|internet|rete|google)\s*)?(?:online\s+)?(?:informazioni su\s+)?(.+?)(?:\s+(?:sul web|su internet|in rete|online))?\s*\??$/iu,
      make: (words = '') => ({ kind: 'web_search', query: tidied(words) }),
    },
    {
      pattern:
        /^(?:che or[ae] (?:sono|è)|dimmi (?:l'ora|che ore sono|che ora è)|(?:l'|che )?or[ae])(?: adesso| ora)?\s*\??$/iu,
      make: () => ({ kind: 'current_date', asks: 'time' }),
    },
    {
      pattern:
        /^(?:che giorno (?:è|della settimana)(?!\p{L}).*|che data è(?!\p{L}).*|qual è la data(?!\p{L}).*|(?:dimmi )?la data(?: di oggi)?|data(?: di oggi)?|quanti ne abbiamo\b.*|in che (?:anno|mese) siamo)\s*\??$/iu,
      make: () => ({ kind: 'current_date', asks: 'date' }),
    },
    {
      pattern:
        /^(?:(?:che )?cosa (?:c'è|devo|ho|rimane)|che (?:compiti|attività)|quali|quanti|quante|mostra(?:mi)?|elenca(?:mi)?|dimmi|dammi|leggi(?:mi)?|vedi|fammi vedere)(?!\p{L}).*(?:attività|compiti|lista|elenco|to-?do|da fare|cose).*$/iu,
      make: () => ({ kind: 'list_tasks' }),
    },
    {
      pattern:
        /^(?:che|quali|quante|quanti)\s+(?:attività|compiti)(?!\p{L}).*$|^(?:(?:i|le)\s+)?(?:mie|miei)?\s*(?:attività|compiti|lista(?: delle attività)?)\s*\??$|^(?:che )?cosa devo fare(?: oggi)?\s*\??$/iu,
      make: () => ({ kind: 'list_tasks' }),
    },
    {
      pattern: new RegExp(
        `^(?:aggiungi|aggiungere|metti|mettere|scrivi|inserisci|segna)\\s+(.+?)\\s+${list}$`,
        'iu',
      ),
      make: (words = '') => added(words),
    },
    {
      pattern:
        /^(?:aggiungi|crea|creare|nuov[oa]|inserisci|apri)\s+(?:mi\s+)?(?:un[oa']?\s*)?(?:nuov[oa]\s+)?(?:attività|compito|to-?do|promemoria)\s*(?:(?:chiamat[oa]|per|di|:|-)\s*)*(.+)$/iu,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(tidied(words)) }),
    },
    {
      pattern: /^(?:attività|compito|to-?do)\s*:\s*(.+)$/iu,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(tidied(words)) }),
    },
    {
      pattern: /^(?:aggiungi|aggiungere)\s+(.+)$/iu,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(newTitle(words)) }),
    },
    {
      pattern: /^come mi chiamo\s*\??$|^chi sono(?: io)?\s*\??$|^(?:sai|conosci|qual è) il mio nome\s*\??$/iu,
      make: () => ({ kind: 'my_name' }),
    },
    { pattern: /^come (?:stai|va)\b.*$/iu, make: () => ({ kind: 'how_are_you' }) },
    {
      pattern:
        /^(?:chi|cosa|che cosa) sei\b.*$|^come ti chiami\b.*$|^presentati$|^sei (?:un[oa']?\s*)?(?:ia|bot|umano|robot).*$/iu,
      make: () => ({ kind: 'who' }),
    },
    {
      pattern: /^(?:aiuto|aiutami)\s*[!?]*$|^(?:che )?cosa (?:puoi|sai) fare\b.*$|^come ti uso\b.*$/iu,
      make: () => ({ kind: 'help' }),
    },
    { pattern: /^(?:molte |mille |tante )?grazie\b.{0,30}$/iu, make: () => ({ kind: 'thanks' }) },
    {
      pattern: /^(?:arrivederci|addio|a presto|a dopo|buonanotte|buona notte)\b.{0,20}$/iu,
      make: () => ({ kind: 'farewell' }),
    },
    {
      pattern:
        /^(?:ciao|salve|buongiorno|buonasera|buon pomeriggio|ehilà)(?:\s+(?:a tutti|jarvis))*\s*[!.,?]*$/iu,
      make: () => ({ kind: 'greeting' }),
    },
  ],
};

/** `il latte` → `latte`: a thing on a list needs no article. */
function newTitle(words: string): string {
  return tidied(
    words
      .replace(
        /^(?:un[oa']?\s*)?(?:nuov[oa]\s+)?(?:attività|compito|to-?do)\s*(?:(?:chiamat[oa]|per|di|:)\s*)*(?=\S)/iu,
        '',
      )
      .replace(/^(?:il|lo|la|i|gli|le|del|della|dei|delle)\s+(?=\S)/iu, '')
      .replace(/^l['’](?=\S)/iu, ''),
  );
}
