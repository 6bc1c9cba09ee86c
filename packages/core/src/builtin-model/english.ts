import { capitalised, type Grammar, type Intent, listed, namedTask, tidied } from './intents.ts';

const filler =
  /\b(?:the|a|an|my|our|this|that|task|tasks|to-?do|todo|item|entry|one|called|named|titled|about|with)\b/gi;
const task = (words: string) => namedTask(words, filler);
const list =
  '(?:(?:the |my |our )?(?:[\\w-]+ )?(?:task ?|to-?do ?|shopping ?|grocery ?)?lists?|(?:my |the |our )?(?:tasks|to-?dos|todos))';
const about = '(?: me)?(?: the)?(?: current)?';
const added = (words: string): Intent[] =>
  listed(words, / and /i).map((title) => ({ kind: 'add_task', title: capitalised(newTitle(title)) }));
const notAQuestion = (text: string) => !/\? ?$/.test(text);

export const english: Grammar = {
  politeness:
    /^(?:(?:hey|hi|hello|ok|okay|jarvis|please|kindly|now|also|then|and|so|well|just|can you|could you|would you|will you|i want you to|i'd like you to|i would like you to|you can|you could|let's|go ahead and)[,!.]? )+/i,
  politeEnd: /(?<![, ])[, ]*(?:please|for me|thanks|thank you|will you|would you|now|too|as well)?$/i,
  joints: / ?(?:[,;.] ?(?:and |then |also )*| (?:and then|and also|and|then|also|plus) )/gi,
  rules: [
    {
      pattern: /^(?:rename|retitle|change|update) (.+?) (?:to|into|as) (.+)$/i,
      make: (from = '', to = '') => ({ kind: 'rename_task', task: task(from), title: tidied(to) }),
    },
    {
      pattern:
        /^(?:mark|set|tick|check) (.+?) (?:(?:as|to) )?(?:not (?:yet )?(?:done|finished|completed?)|open|undone|unfinished|incomplete)$/i,
      make: (words = '') => ({ kind: 'reopen_task', task: task(words) }),
    },
    {
      pattern: /^(?:reopen|re-open|uncheck|untick|undo|un-?complete) (.+)$/i,
      make: (words = '') => ({ kind: 'reopen_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:mark|set|tick|check) (.+?) (?:off(?: (?:as )?(?:done|complete))?|(?:(?:as|to) )?(?:done|finished|completed?))$/i,
      make: (words = '') => ({ kind: 'complete_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:complete|finish|close|check off|tick off|cross off|mark off|i(?:'ve| have)?(?: just| already)? (?:finished|completed|done|did)) (?:off )?(.+)$/i,
      make: (words = '') =>
        /^(?:it|that|nothing|eating)$/i.test(words)
          ? undefined
          : { kind: 'complete_task', task: task(words) },
    },
    {
      pattern: /^(?:i(?:'m| am) )?(?:done|finished) with (.+)$/i,
      make: (words = '') => ({ kind: 'complete_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:the )?(?!(?:it|that|this|what|who|how|when)\b)(\S+(?: \S+){0,4}?)(?: (?:task|to-?do|one))? (?:is|are) (?:done|finished|completed)$/i,
      make: (words = '') => ({ kind: 'complete_task', task: task(words) }),
    },
    {
      pattern:
        /^(?:forget|delete|remove|erase) (?:the |my |your )?(?:memory|memories) ?(?:of|about|that|:)? ?(.+)$/i,
      make: (words = '') => ({ kind: 'forget_memory', memory: tidied(words) }),
    },
    {
      pattern: /^forget (?:that |about |what i (?:said|told you) about )?(.+)$/i,
      make: (words = '') =>
        /^(?:it|that|this|everything)$/i.test(words)
          ? undefined
          : { kind: 'forget_memory', memory: tidied(words) },
    },
    {
      pattern: new RegExp(
        `^(?:delete|remove|drop|erase|cancel|take|scratch|throw out) (?:off )?(.+?)(?: (?:from|off) (?:of )?${list})?$`,
        'i',
      ),
      make: (words = '') => ({ kind: 'delete_task', task: task(words) }),
    },
    {
      pattern: /^(?:remember|don't forget|do not forget) to (.+)$/i,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(tidied(words)) }),
    },
    {
      pattern:
        /^(?:what|which things|tell me what) (?:do|did|can|have) you (?:(?:remember|know|saved?|remembered|stored?)(?: (?:about|of|for) me)?)(?: so far)? ?\??$/i,
      make: () => ({ kind: 'list_memories' }),
    },
    {
      pattern:
        /^(?:show|list|display|give|tell|what are|what's in)(?: me)? (?:all )?(?:my|your|the)? ?memor(?:y|ies)\b.*$/i,
      make: () => ({ kind: 'list_memories' }),
    },
    {
      pattern:
        /^(?:remember|memori[sz]e|keep in mind|bear in mind|don't forget|do not forget|make a note|take note|note)(?: this)?(?: (?:that)| ?[:,])? (.+)$/i,
      make: (words = '') =>
        notAQuestion(words) ? { kind: 'save_memory', content: capitalised(tidied(words)) } : undefined,
    },
    {
      pattern:
        /^(?:search|look) (?:(?:on |in )?(?:the )?(?:web|internet|net)|online|up|it up)? ?(?:for|about|up)? (.+?)(?: (?:on the (?:web|internet)|online))? ?\??$/i,
      make: (words = '') => ({ kind: 'web_search', query: tidied(words) }),
    },
    {
      pattern: /^(?:google|web search(?: for)?|find out(?: about)?|look into) ?:? (.+?) ?\??$/i,
      make: (words = '') => ({ kind: 'web_search', query: tidied(words) }),
    },
    {
      pattern: new RegExp(
        `^(?:what time is it|what's the time|what is the time|(?:tell|give|show)${about} time|(?:the )?(?:current )?time|do you (?:have|know) the time)(?: now| right now| please)? ?\\??$`,
        'i',
      ),
      make: () => ({ kind: 'current_date', asks: 'time' }),
    },
    {
      pattern: new RegExp(
        `^(?:what(?:'s| is)?(?: the)?(?: current)? (?:date|day|weekday|month|year)(?: is it| of the week| today|'s date| is today| of today)*|what's today's date|what is today's date|(?:what|which) day (?:is (?:it|today)|of the week)\\b.*|(?:tell|give|show)${about} date|today's date|the date|date)(?: today| now| please| it is)? ?\\??$`,
        'i',
      ),
      make: () => ({ kind: 'current_date', asks: 'date' }),
    },
    {
      pattern:
        /^(?:what(?:'s| is| are)|show|list|display|give|tell|read|get|see|print|which|do i have|what do i have|what have i(?: got)?|how many|check)\b.*?\b(?:tasks|to-?dos|todos|to-do list|task list|list|shopping list|things to do)\b.*$/i,
      make: () => ({ kind: 'list_tasks' }),
    },
    {
      pattern:
        /^(?:my )?(?:open )?(?:tasks|to-?dos|todos|task list|to-?do list) ?\??$|^(?:what|which) (?:\w+ )?(?:tasks|to-?dos|todos)\b.*$|^what (?:do i (?:have|need) to do|is left to do|should i do)\b.*$/i,
      make: () => ({ kind: 'list_tasks' }),
    },
    {
      pattern: new RegExp(
        `^(?:add|put|write|note|stick|place|get) (?:down )?(.+?) (?:to|on|onto|in|into|down on) ${list}$`,
        'i',
      ),
      make: (words = '') => added(words),
    },
    {
      pattern:
        /^(?:add|put|create|make|open|set up|note down|write down|i need|new|another) (?:me )?(?:(?:a|an|the|another|new) )*(?:task|to-?do|todo|item|reminder)(?: (?:to|on) (?:my|the) list)? ?(?:(?:called|named|titled|saying|that says|for|to|:|-|–) ?)*(.+)$/i,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(tidied(words)) }),
    },
    {
      pattern:
        /^(?:add|create|make|put|note) (?:(?:two|three|four|five|\d+|some|a few|these|the following|new|more) )*(?:tasks|to-?dos|todos|items)(?: (?:to|on) my list)? ?(?::|-|–|,) ?(.+)$/i,
      make: (words = '') => added(words),
    },
    {
      pattern: new RegExp(
        `^i (?:need|have|want|must|should)(?: to)? (.+?)[,;.]? (?:so |and |please |can you |could you ){0,4}(?:add|put|write|note) (?:it|that|this)(?: down)? (?:to|on|onto|in) ${list}$`,
        'i',
      ),
      make: (words = '') => ({ kind: 'add_task', title: capitalised(newTitle(words)) }),
    },
    {
      pattern: /^(?:task|to-?do|todo) ?: ?(.+)$/i,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(tidied(words)) }),
    },
    {
      pattern: /^remind me (?:to|about|of) (.+)$/i,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(tidied(words)) }),
    },
    {
      pattern: /^add (.+)$/i,
      make: (words = '') => ({ kind: 'add_task', title: capitalised(newTitle(words)) }),
    },
    {
      pattern: /^what(?:'s| is) my name ?\??$|^who am i ?\??$|^do you know my name ?\??$/i,
      make: () => ({ kind: 'my_name' }),
    },
    {
      pattern: /^how are you\b.*$|^how(?:'s it going| do you do)\b.*$/i,
      make: () => ({ kind: 'how_are_you' }),
    },
    {
      pattern:
        /^(?:who|what) are you\b.*$|^what(?:'s| is) your name ?\??$|^introduce yourself$|^are you (?:an? )?(?:ai|bot|human|robot|chatgpt|real).*$/i,
      make: () => ({ kind: 'who' }),
    },
    {
      pattern:
        /^help(?: me)? ?[!?]*$|^what can (?:you|i) do\b.*$|^how (?:do|can) i use (?:you|this)\b.*$|^what do you do ?\??$/i,
      make: () => ({ kind: 'help' }),
    },
    {
      pattern: /^(?:many )?(?:thanks|thank you|thx|cheers|ty)\b.{0,30}$/i,
      make: () => ({ kind: 'thanks' }),
    },
    {
      pattern: /^(?:good\s?bye|bye|see you|good night|farewell)\b.{0,20}$/i,
      make: () => ({ kind: 'farewell' }),
    },
    {
      pattern:
        /^(?:hello|hi|hey|hiya|good (?:morning|afternoon|evening|day)|greetings|yo)(?: (?:there|jarvis|again))* ?[!.,?]*$/i,
      make: () => ({ kind: 'greeting' }),
    },
  ],
};

/** `a task to call mum` → `call mum`. */
function newTitle(words: string): string {
  return tidied(
    words.replace(
      /^(?:(?:a|an|the|another|new) )*(?:task|to-?do|todo|item) ?(?:(?:called|named|titled|for|to|:) ?)*(?=\S)/i,
      '',
    ),
  );
}
