import { de } from '../language/de.ts';
import { capitalised, type Grammar, type Intent, listed, namedTask, tidied } from './intents.ts';

const filler =
  /(?<!\p{L})(?:die|der|das|den|dem|des|eine?[nrms]?|meine?[nrms]?|diese?[nrms]?|aufgabe[n]?|todos?|to-dos?|eintrag|punkt|mit|namens|zu|zur|zum|von|über)(?!\p{L})/giu;
const task = (words: string) => namedTask(words, filler);
const list =
  '(?:(?:die|der|meine[rnm]?|unsere[rnm]?|den|das) )?(?:\\p{L}+-?)?(?:liste|aufgabenliste|aufgaben|todos|to-do-liste|to-dos)';

/** "Dass mein Hund Rex heißt" is stored as a sentence of its own. */
const saved = (that: string | undefined, words: string): Intent => ({
  kind: 'save_memory',
  content: capitalised(de.mainClause?.((that ?? '') + tidied(words)) ?? tidied(words)),
});
const added = (words: string): Intent[] =>
  listed(words, / und /i).map((title) => ({ kind: 'add_task', title: capitalised(newTitle(title)) }));

export const german: Grammar = {
  politeness:
    /^(?:(?:hey|hallo|hi|ok|okay|jarvis|bitte|nun|jetzt|also|und|dann|auch|mal|kannst du(?: mir)?(?: bitte)?|könntest du(?: mir)?(?: bitte)?|würdest du(?: bitte)?|ich möchte,? dass du)[,!.]? )+/iu,
  politeEnd: /(?<![, ])[, ]*(?:bitte|für mich|danke|jetzt|mal|auch)?$/iu,
  joints: / ?(?:[,;.] ?(?:und |dann |auch )*| (?:und dann|und auch|und|dann|außerdem|sowie) )/giu,
  rules: [
    {
      pattern: /^benenne? (.+?) um (?:in|zu) (.+)$/iu,
      make: (from = '', to = '') => ({ kind: 'rename_task', task: task(from), title: tidied(to) }),
    },
    {
      pattern: /^(?:benenne|nenne|ändere|änder|benenn) (.+?) (?:in|zu|auf) (.+?)(?: um)?$/iu,
      make: (from = '', to = '') => ({ kind: 'rename_task', task: task(from), title: tidied(to) }),
    },
    {
      pattern: /^(?=.+ umbenennen$)(.+?) (?:in|zu) (.+) umbenennen$/iu,
      make: (from = '', to = '') => ({ kind: 'rename_task', task: task(from), title: tidied(to) }),
    },
    {
      pattern:
        /^(?:öffne|eröffne|setze?|markiere?) (.+?) (?:wieder|erneut|(?:wieder )?(?:als|auf) (?:wieder )?(?:offen|unerledigt|nicht erledigt))$/iu,
      make: (words = '') => ({ kind: 'reopen_task', task: task(words) }),
    },
    {
      pattern: /^(?:öffne|mach) wieder (.+?)(?: auf)?$|^mach (.+?) wieder auf$/iu,
      make: (...words) => ({ kind: 'reopen_task', task: task(words.find(Boolean) ?? '') }),
    },
    {
      pattern: /^(.+?) wieder (?:öffnen|aufmachen)$/iu,
      make: (words = '') => ({ kind: 'reopen_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:markiere?|setze?|hake?|streiche?) (.+?) (?:als (?:erledigt|fertig|abgeschlossen|getan)|auf erledigt|ab)$/iu,
      make: (words = '') => ({ kind: 'complete_task', task: task(words) }),
    },
    {
      pattern: /^(?:erledige?|beende?|vollende|schließe?|schliess) (.+?)(?: ab)?$/iu,
      make: (words = '') => ({ kind: 'complete_task', task: task(words) }),
    },
    {
      pattern: /^ich habe? (.+?) (?:erledigt|fertig|gemacht|abgeschlossen|beendet)$/iu,
      make: (words = '') => ({ kind: 'complete_task', task: task(words) }),
    },
    {
      pattern: /^(?:die aufgabe )?(.+?) ist (?:erledigt|abgehakt|abgeschlossen)$/iu,
      make: (words = '') => ({ kind: 'complete_task', task: task(words) }),
    },
    {
      pattern: /^(.+?) (?:abhaken|erledigen|abschließen|als erledigt markieren)$/iu,
      make: (words = '') => ({ kind: 'complete_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:lösche|entferne) (?:die |meine |deine )?(?:erinnerung(?:en)?|notiz) ?(?:an|über|dass|von|:)?[\s,]*(?:dass )?(.+)$/iu,
      make: (words = '') => ({ kind: 'forget_memory', memory: tidied(words) }),
    },
    {
      pattern: /^vergiss[\s,]+(?!nicht)(?:bitte )?,? ?(?:dass |was ich (?:dir )?über )?(.+)$/iu,
      make: (words = '') =>
        /^(?:es|das|alles)$/i.test(words) ? undefined : { kind: 'forget_memory', memory: tidied(words) },
    },
    {
      pattern: new RegExp(
        `^(?:lösche?|entferne?|streiche?|nimm|wirf|storniere) (.+?)(?: (?:von|aus|vom) ${list})?(?: (?:herunter|runter|raus|weg))?$`,
        'iu',
      ),
      make: (words = '') => ({ kind: 'delete_task', task: task(words) }),
    },
    {
      pattern: /^(.+?) (?:löschen|entfernen)$/iu,
      make: (words = '') => ({ kind: 'delete_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:woran erinnerst du dich|was weißt du (?:alles )?über mich|was hast du dir (?:alles )?gemerkt|an was erinnerst du dich|zeige?(?: mir)? (?:meine |deine |die )?erinnerungen|liste(?: mir)? (?:meine |deine |die )?erinnerungen(?: auf)?)\b.*$/iu,
      make: () => ({ kind: 'list_memories' }),
    },
    {
      pattern:
        /^(?:merke? dir|behalte?(?: im kopf| in erinnerung)?|erinnere dich(?: daran)?|denke? daran|notiere? dir|vergiss nicht|speichere?)[\s,:]+(?:bitte[\s,]+)?(dass )?(.+)$/iu,
      make: (that, words = '') => saved(that, words),
    },
    {
      pattern: /^(?:dir )?merken[\s,:]+(dass )?(.+)$/iu,
      make: (that, words = '') => saved(that, words),
    },
    {
      pattern:
        /^(?:suche?|google|recherchiere|schau|finde heraus) (?:(?:im|in dem) (?:web|internet|netz) ?)?(?:online )?(?:nach |über )?(.+?)(?: (?:im (?:web|internet|netz)|online))?(?: nach)? ?\??$/iu,
      make: (words = '') => ({ kind: 'web_search', query: tidied(words) }),
    },
    {
      pattern:
        /^(?:wie spät ist es|wieviel uhr ist es|wie viel uhr ist es|(?:sag|nenne?)(?: mir)? die (?:uhrzeit|zeit)|(?:die |aktuelle )?uhrzeit|welche uhrzeit(?: ist es| haben wir)?)(?: jetzt| gerade| bitte)* ?\??$/iu,
      make: () => ({ kind: 'current_date', asks: 'time' }),
    },
    {
      pattern:
        /^(?:welche[rsn]? (?:tag|wochentag|datum|monat|jahr)\b.*|was ist (?:heute )?(?:das|für ein) (?:datum|tag)\b.*|(?:sag|nenne?)(?: mir)? das (?:heutige )?datum|(?:das |heutiges )?datum|den wievielten haben wir\b.*|der wievielte ist\b.*|was für ein tag ist\b.*) ?\??$/iu,
      make: () => ({ kind: 'current_date', asks: 'date' }),
    },
    {
      pattern:
        /^(?:was (?:ist|sind|steht|muss ich|habe ich)|zeige?|liste|nenne?|gib|lies|welche|wie viele|habe ich)\b.*(?:aufgaben|to-?dos|todos|liste|aufgabenliste|zu tun|zu erledigen).*$/iu,
      make: () => ({ kind: 'list_tasks' }),
    },
    {
      pattern:
        /^(?:meine )?(?:offenen )?(?:aufgaben|todos|to-dos|aufgabenliste|to-do-liste) ?\??$|^was (?:muss|soll) ich (?:heute |noch )*(?:tun|machen|erledigen) ?\??$/iu,
      make: () => ({ kind: 'list_tasks' }),
    },
    {
      pattern: new RegExp(
        `^(?:setze?|schreibe?|füge?|packe?|tue?|nimm|notiere?|stelle?) (?:mir )?(.+?) (?:auf|zu|zur|in) ${list}(?: (?:hinzu|auf|dazu))?$`,
        'iu',
      ),
      make: (words = '') => added(words),
    },
    {
      pattern:
        /^(.+?) (?:auf|zu|zur) (?:die|meine[r]?|der) (?:\p{L}+-?)?(?:liste|aufgabenliste) (?:setzen|schreiben|hinzufügen)$/iu,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(newTitle(words)) }),
    },
    {
      pattern:
        /^(?:(?:erstelle?|lege?|mach|füge?|neue|notiere?|schreibe?) (?:mir )?(?:eine )?(?:neue )?(?:aufgabe|to-?do|todo)|neue[rs]? (?:aufgabe|to-?do|todo)|notiere?)(?: an)? ?(?:(?:namens|hinzu|auf|an|mit dem titel|zum|für)(?!\p{L})|[:,-])* ?(.+?)(?: (?:hinzu|an|auf))?$/iu,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(newTitle(words)) }),
    },
    {
      pattern:
        /^(?:neue |erstelle |lege |füge )*(?:(?:die|folgende|zwei|drei|vier|\d+|ein paar) )*aufgaben(?: an)? ?[:,-] ?(.+)$/iu,
      make: (words = '') => added(words),
    },
    {
      pattern: /^(?:aufgabe|todo|to-do) ?: ?(.+)$/iu,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(tidied(words)) }),
    },
    {
      pattern: /^erinnere? mich (?:daran[\s,]+|an )?(?:dass ich )?(.+)$/iu,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(withoutZu(tidied(words))) }),
    },
    {
      pattern: new RegExp(`^(.+?) auf ${list}$`, 'iu'),
      make: (words = '') => added(words),
    },
    {
      pattern: /^füge? (?:mir )?(.+?) hinzu$|^(.+?) hinzufügen$/iu,
      make: (...words) => ({ kind: 'add_task', title: capitalised(newTitle(words.find(Boolean) ?? '')) }),
    },
    {
      pattern:
        /^wie (?:heiße|heisse) ich ?\??$|^wer bin ich ?\??$|^(?:was ist|kennst du|weißt du) mein(?:en)? name[n]? ?\??$/iu,
      make: () => ({ kind: 'my_name' }),
    },
    { pattern: /^wie geht(?:'s|s| es)(?: dir)?\b.*$/iu, make: () => ({ kind: 'how_are_you' }) },
    {
      pattern:
        /^(?:wer|was) bist du\b.*$|^wie (?:heißt|heisst) du\b.*$|^stell dich vor$|^bist du (?:eine? )?(?:ki|bot|mensch|roboter).*$/iu,
      make: () => ({ kind: 'who' }),
    },
    {
      pattern: /^(?:hilfe|hilf mir) ?[!?]*$|^was kannst du\b.*$|^wie (?:benutze|verwende) ich\b.*$/iu,
      make: () => ({ kind: 'help' }),
    },
    { pattern: /^(?:vielen |herzlichen )?(?:dank|danke)\b.{0,30}$/iu, make: () => ({ kind: 'thanks' }) },
    {
      pattern: /^(?:tschüss|tschüs|auf wiedersehen|bis bald|bis später|gute nacht|ciao)(?!\p{L}).{0,20}$/iu,
      make: () => ({ kind: 'farewell' }),
    },
    {
      pattern:
        /^(?:hallo|guten (?:morgen|tag|abend)|moin|servus|grüß gott|grüß dich)(?: (?:zusammen|jarvis))* ?[!.,?]*$/iu,
      make: () => ({ kind: 'greeting' }),
    },
  ],
};

function newTitle(words: string): string {
  return tidied(
    words.replace(/^(?:(?:eine|die|neue) )*(?:aufgabe|to-?do|todo) ?(?:(?:namens|zum|für|:) ?)*(?=\S)/iu, ''),
  );
}

/** "Brot zu kaufen" and "Mama anzurufen" are tasks as "Brot kaufen" and "Mama anrufen". */
function withoutZu(words: string): string {
  return words
    .replace(/\szu\s(\p{Ll}+(?:en|ern|eln))$/u, ' $1')
    .replace(
      /(?<=\s|^)(an|ab|auf|aus|ein|mit|vor|zu|weg|zurück|nach|bei|um)zu(\p{Ll}+(?:en|ern|eln))$/u,
      '$1$2',
    );
}
