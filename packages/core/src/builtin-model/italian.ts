import { capitalised, type Grammar, type Intent, listed, namedTask, tidied } from './intents.ts';

const filler =
  /(?<!\p{L})(?:il|lo|la|i|gli|le|un|uno|una|mio|mia|miei|mie|questo|questa|quello|quella|quel|compito|compiti|attività|voce|cosa|chiamat[oa]|con|del|della|dello|delle|di|sul|sulla)(?!\p{L})|(?<!\p{L})(?:l|dell|un|quell|all)['’]/giu;
const task = (words: string) => namedTask(words, filler);
const list =
  '(?:alla|nella|sulla|dalla|alle|nelle|ai|nei|dai|in|a)? ?(?:mia |mie |miei |tua )?(?:lista|elenco|attività|compiti|to-?do|cose da fare)(?: (?:della spesa|delle attività|dei compiti|delle cose da fare|di cose da fare))?';

const added = (words: string): Intent[] =>
  listed(words, / ed? /i).map((title) => ({ kind: 'add_task', title: capitalised(newTitle(title)) }));

export const italian: Grammar = {
  politeness:
    /^(?:(?:ehi|hey|ciao|ok|okay|jarvis|per favore|per piacere|adesso|ora|anche|e|poi|allora|puoi|potresti|mi puoi|vorrei che tu)[,!.]? )+/iu,
  politeEnd: /(?<![, ])[, ]*(?:per favore|per piacere|grazie|adesso|anche|per me)?$/iu,
  joints: / ?(?:[,;.] ?(?:e |poi |anche )*| (?:e poi|e anche|e|ed|poi|inoltre) )/giu,
  rules: [
    {
      pattern: /^(?:rinomina|rinominare|cambia|cambiare|modifica) (.+?) (?:in|con) (.+)$/iu,
      make: (from = '', to = '') => ({ kind: 'rename_task', task: task(from), title: tidied(to) }),
    },
    {
      pattern: /^(?:riapri|riaprire) (.+)$/iu,
      make: (words = '') => ({ kind: 'reopen_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:segna|segnare|imposta|metti) (.+?) (?:come )?(?:non (?:fatt|completat|finit)[oaie]|(?:di nuovo )?apert[oaie]|da fare)$/iu,
      make: (words = '') => ({ kind: 'reopen_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:segna|segnare|imposta|spunta|metti) (.+?) (?:come )?(?:fatt|completat|finit|conclus)[oaie]$/iu,
      make: (words = '') => ({ kind: 'complete_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:completa|completare|finisci|finire|termina|terminare|concludi|chiudi|spunta|ho (?:già )?(?:finito|completato|fatto|terminato)) (.+)$/iu,
      make: (words = '') => ({ kind: 'complete_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:dimentica|dimenticati|cancella|elimina) (?:il|la|i|dal)? ?(?:ricordo|ricordi|memoria) ?(?:di|che|su|:)? ?(.+)$/iu,
      make: (words = '') => ({ kind: 'forget_memory', memory: tidied(words) }),
    },
    {
      pattern: /^(?:dimentica|dimenticati|scorda|scordati) (?:che |di |del |della )?(.+)$/iu,
      make: (words = '') =>
        /^(?:tutto|questo|lo)$/i.test(words) ? undefined : { kind: 'forget_memory', memory: tidied(words) },
    },
    {
      pattern: new RegExp(
        `^(?:elimina|eliminare|cancella|cancellare|rimuovi|rimuovere|togli|togliere) (.+?)(?: (?:dalla|dall'|dalle|dai|da) ?${list})?$`,
        'iu',
      ),
      make: (words = '') => ({ kind: 'delete_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:che )?cosa (?:ricordi|sai|ti ricordi|hai memorizzato)(?: di me| su di me)? ?\??$|^(?:mostra(?:mi)?|elenca(?:mi)?|dimmi) (?:i|le)? ?(?:miei|mie|tuoi|tue)? ?(?:ricordi|memorie)\b.*$/iu,
      make: () => ({ kind: 'list_memories' }),
    },
    {
      pattern: /^(?:ricordami|ricordati) di (.+)$/iu,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(tidied(words)) }),
    },
    {
      pattern:
        /^(?:ricorda|ricordati|ricordare|tieni a mente|tieni presente|memorizza|non dimenticare|prendi nota|annota)(?: che| ?[:,])? (.+)$/iu,
      make: (words = '') => ({ kind: 'save_memory', content: capitalised(tidied(words)) }),
    },
    {
      pattern:
        /^(?:cerca(?:mi)?|cercare|googla) (?:(?:sul|nel|su) ?(?:web|internet|rete|google) ?)?(?:online )?(?:informazioni su )?(.+?)(?: (?:sul web|su internet|in rete|online))? ?\??$/iu,
      make: (words = '') => ({ kind: 'web_search', query: tidied(words) }),
    },
    {
      pattern:
        /^(?:che or[ae] (?:sono|è)|dimmi (?:l'ora|che ore sono|che ora è)|(?:l'|che )?or[ae])(?: adesso| ora)? ?\??$/iu,
      make: () => ({ kind: 'current_date', asks: 'time' }),
    },
    {
      pattern:
        /^(?:che giorno (?:è|della settimana)(?!\p{L}).*|che data è(?!\p{L}).*|qual è la data(?!\p{L}).*|(?:dimmi )?la data(?: di oggi)?|data(?: di oggi)?|quanti ne abbiamo\b.*|in che (?:anno|mese) siamo) ?\??$/iu,
      make: () => ({ kind: 'current_date', asks: 'date' }),
    },
    {
      pattern:
        /^(?:(?:che )?cosa (?:c'è|devo|ho|rimane)|che (?:compiti|attività)|quali|quanti|quante|mostra(?:mi)?|elenca(?:mi)?|dimmi|dammi|leggi(?:mi)?|vedi|fammi vedere)(?!\p{L}).*(?:attività|compiti|lista|elenco|to-?do|da fare|cose).*$/iu,
      make: () => ({ kind: 'list_tasks' }),
    },
    {
      pattern:
        /^(?:che|quali|quante|quanti) (?:attività|compiti)(?!\p{L}).*$|^(?:(?:i|le) )?(?:mie|miei)? ?(?:attività|compiti|lista(?: delle attività)?) ?\??$|^(?:che )?cosa devo fare(?: oggi)? ?\??$/iu,
      make: () => ({ kind: 'list_tasks' }),
    },
    {
      pattern: new RegExp(
        `^(?:aggiungi|aggiungere|metti|mettere|scrivi|inserisci|segna) (.+?) ${list}$`,
        'iu',
      ),
      make: (words = '') => added(words),
    },
    {
      pattern:
        /^(?:aggiungi|crea|creare|nuov[oa]|inserisci|apri) (?:mi )?(?:un[oa']? ?)?(?:nuov[oa] )?(?:attività|compito|to-?do|promemoria) ?(?:(?:chiamat[oa]|per|di|:|-) ?)*(.+)$/iu,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(tidied(words)) }),
    },
    {
      pattern: /^(?:attività|compito|to-?do) ?: ?(.+)$/iu,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(tidied(words)) }),
    },
    {
      pattern: /^(?:aggiungi|aggiungere) (.+)$/iu,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(newTitle(words)) }),
    },
    {
      pattern: /^come mi chiamo ?\??$|^chi sono(?: io)? ?\??$|^(?:sai|conosci|qual è) il mio nome ?\??$/iu,
      make: () => ({ kind: 'my_name' }),
    },
    { pattern: /^come (?:stai|va)\b.*$/iu, make: () => ({ kind: 'how_are_you' }) },
    {
      pattern:
        /^(?:chi|cosa|che cosa) sei\b.*$|^come ti chiami\b.*$|^presentati$|^sei (?:un[oa']? ?)?(?:ia|bot|umano|robot).*$/iu,
      make: () => ({ kind: 'who' }),
    },
    {
      pattern: /^(?:aiuto|aiutami) ?[!?]*$|^(?:che )?cosa (?:puoi|sai) fare\b.*$|^come ti uso\b.*$/iu,
      make: () => ({ kind: 'help' }),
    },
    { pattern: /^(?:molte |mille |tante )?grazie\b.{0,30}$/iu, make: () => ({ kind: 'thanks' }) },
    {
      pattern: /^(?:arrivederci|addio|a presto|a dopo|buonanotte|buona notte)\b.{0,20}$/iu,
      make: () => ({ kind: 'farewell' }),
    },
    {
      pattern:
        /^(?:ciao|salve|buongiorno|buonasera|buon pomeriggio|ehilà)(?: (?:a tutti|jarvis))* ?[!.,?]*$/iu,
      make: () => ({ kind: 'greeting' }),
    },
  ],
};

/** `il latte` → `latte`: a thing on a list needs no article. */
function newTitle(words: string): string {
  return tidied(
    words
      .replace(
        /^(?:un[oa']? ?)?(?:nuov[oa] )?(?:attività|compito|to-?do) ?(?:(?:chiamat[oa]|per|di|:) ?)*(?=\S)/iu,
        '',
      )
      .replace(/^(?:il|lo|la|i|gli|le|del|della|dei|delle) (?=\S)/iu, '')
      .replace(/^l['’](?=\S)/iu, ''),
  );
}
