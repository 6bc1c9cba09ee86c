import type { Channel } from '@jarvis/contract';
import { stemmer } from '@orama/stemmers/english';
import { stopwords } from '@orama/stopwords/english';
import { ofLine } from './lines.ts';
import { en as time } from './time/en.ts';

const kin =
  'name|nickname|birthday|age|wife|husband|partner|spouse|girlfriend|boyfriend|fianc[ée]e?|son|daughter|child|kids|children|baby|mother|father|mom|mum|dad|parents|sister|brother|grandmother|grandfather|dog|cat|pet|horse|boss|manager|job|profession|employer|company|team|hometown|home town|native language|mother tongue|time ?zone|address|anniversary|blood type|diet|hobby|hobbies|car';

const list = String.raw`(?:(?:the |my |our )?(?:(?!contact|favou?rite|friend|mailing|play)[\w-]+ )?(?:task ?|to-?do ?|shopping ?|grocery ?)?lists?|(?:my |the |our )?(?:tasks|to-?dos|todos|calendar))`;

/** Words of a question for what is due on a day. */
const agenda =
  'all|any|anything|i|we|appointments|busy|calendar|coming|do|doing|due|events|free|going|got|happening|have|left|look|like|meetings|my|on|open|planned|plans|schedule|scheduled|something|still|tasks|that|are|get|need|done|there|the|to|up|available|for';

/**
 * English as data. The other languages have the same parts (`Vocabulary`). Patterns match one line in the form of
 * `linesOf`. Those called alternatives are parts of a pattern over all languages: without flags and without an outer
 * group.
 */
export const en = {
  /** In English, for the model. */
  name: 'English',
  locale: 'en-GB',

  /** How a text's language is detected: function words, and a form that no other language has. */
  functionWords: `the and is are was were not i i'm you your we they my me he she it its it's of to for with on at from
    what how who where when why which please can could would should do does did have has had will add show
    list remember forget delete remove finish complete hello hi hey thanks thank today tomorrow yesterday
    that this these there about put mark task tasks rename reopen tell give make name's what's who's don't
    good morning evening time date search find look up buy call an as be been but by if or so than then
    more some any no yes all every plus minus times divided percent help milk continue`,
  wordSign: /(?:'m|'re|'ve|'ll|n't)$/,
  stemmer,
  stopWords: [
    ...stopwords,
    `a an s d t m ll re ve again please tell say said remember remind know let also just once ago earlier last time
     any much many us`,
  ],

  /** What may end the number of a day, and may come between it and the month. */
  dayOfMonth: { ordinals: 'st nd rd th', of: 'of' },
  /** Months that are also other words, unless a number or one of these words is next to them. */
  doubtfulMonths: { words: 'may', unlessAfter: 'in on of since until last during' },

  /** `keepsCapitals`: whether a word at the start of a line keeps its capital inside one. */
  captions: { quotes: ['“', '”'], failed: 'failed', keepsCapitals: false },
  /** Fixed sentences of a reply, not written by a model. */
  replies: {
    /** A denial without the operator's own reply. */
    denied: 'I cannot help with that here.',
    stopped: '*Stopped.*',
    /** Before a reply of a model that takes no pictures. */
    notSeen:
      'The connected model does not take pictures or scanned pages, so it has not seen what is attached.',
    /** Before a reply of a model whose context has no room for pictures; filled with their names. */
    leftOut:
      'There was no room for these in the model’s context, so it has not seen them: {}. Send fewer at a time.',
    /** Nothing remains of the reply without the removed links. */
    onlyLinks: 'The reply was nothing but links that could have carried data away. They were taken out.',
    /** Before the list of steps, if the model gave no text. */
    done: 'Done:',
    doneButFailed: 'The language model failed before it could answer. This was done:',
    /** After a reply of the maximum length. */
    full: '*The reply is cut off here: it has reached the maximum length.*',
  },

  /**
   * The service's own messages. `today`, `overdue`, `several` and `limit` are filled with a number, `unsubscribe` with
   * a link, `webhookOff` with a host, `schedulePaused` and `scheduleFailed` with a title.
   */
  notices: {
    today: 'Today: {}',
    overdue: 'Overdue: {}',
    several: '{} reminders',
    wasDue: 'Was due: {}',
    hidden: 'You have a reminder',
    test: 'This is a test from Jarvis',
    open: 'Open Jarvis',
    done: 'Done',
    later: 'In an hour',
    unsubscribe: 'Unsubscribe from these mails: {}',
    limit: 'More than {} messages in a day: further ones are only here',
    webhookOff: 'The webhook at {} was switched off: deliveries to it failed',
    schedulePaused: 'Paused after three failures: {}',
    scheduleFailed: 'Failed three times: {}',
  },

  /** Mails about an account; `{}` is filled in. */
  mails: {
    greeting: 'Hello,',
    reset: {
      subject: 'Reset your Jarvis password',
      why: 'somebody, most likely you, asked to reset the password of your Jarvis account.',
      button: 'Choose a new password',
      how: 'The link works once and for {} minutes. A new password signs you out everywhere.',
      unasked: 'If it was not you, do nothing: your password stays as it is.',
    },
    proof: {
      subject: 'Your Jarvis account is yours alone now',
      what: 'this is the first time that you have shown this address to be yours. Until then anybody could have opened the account with it, so everybody who was signed in has been signed out.',
      /** Singular and plural. */
      keys: [
        'One API key was revoked. Make a new one if a program of yours needs it.',
        '{} API keys were revoked. Make new ones if programs of yours need them.',
      ],
      look: 'Nothing that is stored was deleted. If you did not open the account yourself on {}, look through its tasks and memories, and its instructions, which are switched off now: anything since that day may be somebody else’s.',
    },
    password: {
      subject: 'Your Jarvis password was changed',
      what: 'your Jarvis account has a new password. Browsers that were signed in before have been signed out.',
      by: {
        link: 'It was set with a reset link.',
        session: 'It was set by somebody who was signed in.',
      },
      otherwise:
        'If it was not you, choose another one now. If that does not work, tell the operator of this service.',
      button: 'Choose a new password',
    },
    confirm: {
      subject: 'Confirm your address for reminders',
      why: 'somebody, most likely you, wants to have reminders of their Jarvis account mailed to this address.',
      button: 'Confirm the address',
      unasked:
        'The link works for a day, in the browser in which you are signed in. If it was not you, do nothing: no reminder is mailed.',
    },
    /**
     * `what` and `key` are filled with the host of the redirect (`computer`: this one) and the program's own name.
     */
    connection: {
      subject: 'A program was connected to your Jarvis account',
      what: 'a program was connected to your Jarvis account: {}. It calls itself “{}”.',
      key: 'a command line was signed in to your Jarvis account, from {}. It has a new key with full rights, named “{}”.',
      computer: 'a program on a computer',
      otherwise: 'If it was not you, disconnect it or revoke the key now, and choose another password.',
      button: 'Show keys and connected programs',
    },
  },

  /** A plain yes to a question, and what may follow it: alternatives. */
  consent: {
    yes: /yes|yep|yeah|sure|ok|okay|please do|go ahead|do it|do that/,
    more: /please|do|do it|do that|thanks/,
  },
  /** What makes a question a request, and what introduces how or why something is done: alternatives. */
  questions: {
    asked: /please|(?:can|could|would|will) you|ok|okay/,
    how: /how (?:to|(?:\p{L}+ )?(?:i|you|we|one|people|they))|why/u,
  },
  /** A request whose object is a search result. */
  pointsAtFindings:
    /\b(?:add|put|create|make|note|write down|remember|save|keep) (?:me )?(?:a task (?:for|with) )?(?:it|them|those|these|(?:that|this)(?= ?(?:$|[.,!]|to\b|on\b|as\b))|each|all|both|what(?:ever)?\b|the (?:\p{L}+ ){0,2}?(?:results?|findings|ingredients|steps|titles?|names?|dates?|links?|answers?|ones?|address|price|time|top|first|best|cheapest|nearest))\b/iu,
  /** Words that do not distinguish tasks. */
  unspecific: 'one task tasks todo',

  memories: {
    /** The beginning of a polite request, and what may precede any: alternatives. */
    polite: /please|can|could|would|will/,
    lead: /ok|okay|and|jarvis|please|can you|could you|would you|will you|i want you to/,
    /** After the lead; the first group is the text to remember. */
    request:
      /(?:remember|memori[sz]e|keep in mind|bear in mind|don't forget|do not forget|never forget|make a note|take a note|take note)(?: for (?:me|later|the future))?(?: (?:this|the following))?(?: (?:that)\b| ?[:,])? (?!to\b|when\b|how\b|what\b|where\b|who\b)(.{4,})$/iu,
    /** A request anywhere in a message. */
    anywhere:
      /\b(?:remember|memori[sz]e|keep in mind|bear in mind|(?:don't|do not|never) forget|make a note|save (?:this|that|it)|note (?:this|that|down))\b/iu,
    /** What may precede a clause, alternatives; and negative requests at the start of one. */
    conjunctions: /please|but|and/,
    refusals: [/(?:don't|do not) (?:remember|memori[sz]e|save|store)(?!\p{L})/iu],
    /** Empty words before a statement: alternatives. */
    opening: /hi|hello|hey|by the way|btw|well|so|also|fyi/,
    /** Statements about this moment or this conversation, not lasting ones. */
    passing:
      /^(?:i|we) (?:like|love|prefer|enjoy|hate) (?:it|this|that|these|those|your?|the (?:first|second|third|last|latter|former|idea|answer|way you)|how)\b|\b(?:right now|at the moment|today|tonight|this (?:morning|evening|afternoon|week)|currently broken)\b/iu,
    /** Beginnings of lasting statements of the person about themselves. */
    statements: [
      ofLine`^(?:my|our) (?:[\p{L}'-]+ ){0,2}?(?:${kin})(?:'s name)? (?:is|are|was|were|lives?|works?) \S`,
      /^(?:my|our) (?:[\p{L}'-]+ ){1,3}(?:is|are) called (?!(?:away|back|for|in|into|off|on|out|to|up)(?!\p{L}))\S/iu,
      /^(?:my|our) (?:all-time )?favou?rite .{2,60} (?:is|are) \S/iu,
      /^i(?:'m| am) (?:a|an) (?!bit|little|fool|mess|idiot|fan of (?:this|that))\p{L}/iu,
      /^i(?:'m| am) (?:from|allergic|vegan|vegetarian|married|divorced|single|retired|left-handed|right-handed|lactose|gluten|colou?r-?blind|diabetic|pregnant|\d{1,3} years? old)\b/iu,
      /^(?:i|we)(?:'ve| have)?(?: just)? moved to \S/iu,
      /^(?:i|we) (?:live|work|study|teach) (?:in|at|for|as|near|with|from) \S/iu,
      /^i(?: (?:was born|grew up|speak|play|collect|(?:drive|own) an?(?! friend)(?= \S+(?: \S+){0,2}$))|(?:'m| am) learning(?! (?:a lot|so much|more|now|that)(?!\p{L}))) \S/iu,
      /^(?:i|we) have (?:a|an|one|two|three|four|five|\d+) (?:\p{L}+ )?(?:kids?|children|sons?|daughters?|dogs?|cats?|pets?|brothers?|sisters?|siblings|cars?|horses?|twins)\b/iu,
      /^i (?:really |always |usually |generally |absolutely |strongly |do )?(?:like|love|prefer|enjoy|hate|dislike|can't stand|cannot stand|don't like|do not like|(?:never|don't|do not) (?:drink|eat)) \S/iu,
      /^(?:i(?:'m| am)|we(?:'re| are)) (?:currently )?(?:working on|building|developing|writing|renovating) (?:a|an|my|our|the) \S/iu,
      /^(?:please )?call me \p{Lu}\p{L}+$/u,
    ],
    /** Work in progress, and likes, dislikes and wishes: in lower case. */
    project: [
      // "Building" and similar words are work only with a person as subject, unlike "a tall building" and "I like
      // building trains".
      /(?:\b(?:i|we|they|he|she) (?:am|are|is)|\b(?:i'm|we're|they're|he's|she's)|^(?:currently|now)?) ?(?:currently |now |still |also |busy )?(?:building|developing|writing|launching|renovating|planning|preparing|designing|programming) (?:a|an|my|our|the|his|her|their)\b/,
      /(?<!\b(?:like|love|enjoy|hate|prefer|likes|loves|enjoys|hates|prefers|dislike|avoid) )\bworking on\b/,
      /\b(?:project|projects|deadline|milestone|sprint|roadmap|release|thesis|dissertation|startup|start-up|side business|codebase|repository)\b/,
    ],
    preference: [
      /\b(?:prefer|prefers|preferred|preference|favou?rite|love|loves|enjoy|enjoys|hate|hates|dislike|dislikes|fan of|fond of|would rather|i'd rather|likes|rather than|can't stand|cannot stand|don't like|doesn't like|want(?:s)? you to|would like)\b/,
      // "I look like my mother" is a comparison.
      /\b(?:i|we|he|she|they|you|i'd|we'd|really|also|always|not|never|do|don't|didn't|to|and|but|who|\p{L}+s) (?:likes?|liked)\b(?<!\b(?:looks|sounds|feels|smells|tastes|seems|acts|is|was|things|thinks) like)/u,
      /^likes? /,
      /^(?:please )?(?:always|never(?! (?:been|had|was|were|seen|gone|done|met|got|\p{L}+ed)(?!\p{L}))|keep|use|avoid|call me|answer|reply|respond|write|speak)(?!\p{L})/u,
    ],
  },

  /** Statements of a name. */
  names: {
    /**
     * Titles whose full stop does not end a sentence, a question after a statement, what may precede one, and what
     * ends a name: alternatives.
     */
    titles: /dr|prof|st|mr|mrs|ms/,
    asksAfterwards: /(?:and |but |so )?(?:what|who|when|where|why|how|which|(?:can|could|would|will|do) you)/,
    opening:
      /(?:hi|hello|hey)(?:[,!.:]? there)?|well|so|by the way|btw|please|and|ok|okay|jarvis|can you|could you|from now on/,
    ends: /and|but|from|now|please|instead|in (?:the )?future/,
    /** Before a name: alternatives. */
    statement:
      /my (?:preferred |first |nick|new )?name(?:'s| is)|the name's|i(?:'m| am) called|i go by|you (?:can|may|should) call me|(?:just |always )?call me|i(?:'d| would) (?:like|prefer) (?:you )?to (?:call me|be called)|i prefer to be called|address me as|refer to me as|(?:everyone|everybody|people|(?:all )?my friends) calls? me/,
    /** Statements that only a name can complete: alternatives. */
    naming: /name|name's/,
    /** Verbs and courtesies after a name: alternatives. */
    behind: /please|thanks/,
    /** Words after "call me" that are not a name, and times or manners of calling. */
    notNames: `to for upon into not never no a an the back later tomorrow today when if at on in after before crazy maybe old whatever what that
      this it sorry now soon anytime again by my your his her their tired happy mr mrs ms sir madam
      monday tuesday wednesday thursday friday saturday sunday`,
    timesAndWays: `tonight whenever often next right away urgently asap immediately quickly daily weekly early first once twice every each some something
      anything nothing everything someone anyone everyone mornings evenings morning evening afternoon noon midnight night
      week month year time times hour minute minutes way home over up down out off here there outside inside around about
      with without via through from until till during than then please instead only also still maybe perhaps soonest
      train bus car bike bicycle plane foot boat taxi tram metro subway ferry ship van road air
      january february september october november december`,
    adverb: /^(?!(?:beverly|kimberly|waverly|everly)$)\p{L}{5,}ly$/u,
    particles: '',
  },

  /** How a stated password is detected: word lists, and alternatives for folded text. */
  secrets: {
    /** Words whose value may be anything, whose value is a number, and whose value is mostly not a secret. */
    passwords:
      /(?<!\S)(?:\S*-)?(?:passwords?|passwds?|pwds?|passcodes?|passphrases?)|pass (?:code|phrase|word)s?|(?:api[- ]?key|access token|private key|client secret|seed phrase|recovery (?:code|phrase))s?/,
    numbers:
      /(?<!\S)(?:\S*-)?(?:pins?|cvvs?|cvv2|cvcs?|cvc2|tans?|(?:pin|cvv|cvc|tan)[ -]?(?:code|number)s?)|security code/,
    others: /secret/,
    /** Plural endings, and endings of a counting number: alternatives. */
    plural: /s/,
    counted: /st|nd|rd|th|am|pm|min|-?(?:bits?|digits?|characters?|chars?|letters?)/,
    /** What turns the word into another thing: a password manager is not a secret. */
    otherThings: `manager managers generator generators policy policies reset resets field fields hint hints prompt
      protection strength length security page screen list lists database file rules rule pad board cushion vault app apps safe
      book change changes rotation hash hashes hashing history hygiene problem problems question questions collection badge
      sharing leak leaks machine wheel collector`,
    /** "Is", and verbs that only a value follows. */
    verbs: 'is are was were be been',
    naming: 'equals reads',
    adverbs: 'now still actually currently always just also again only simply',
    /** Between the word and its value, before its purpose, and between a value and the word. */
    links: 'number code namely now to as again today still just also currently',
    forWhat: 'for of to on at my your our per',
    roles: 'as for per to',
    owners: 'my our',
    determiners: 'my the a our his her your their',
    clauses: 'and or but because while if when that which so',
    /** Not a value before "is my password". */
    pointers:
      'this that it these those here there what where which who how when something nothing everything',
    requests: 'remember that please note save store keep memorize memorise jarvis',
    digits: 'zero oh one two three four five six seven eight nine',
    /** Words before a year, and words that a number counts. */
    dates: 'in since from until till by before after of around',
    units: `characters character chars letters digits words bits bytes days months years times people sites accounts
      entries passwords pins euro euros dollars pounds g grams kg degrees`,
    /** The state or place of a password, and words after a comparison. */
    states: `too very not so quite pretty really rather never being getting about due hard easy impossible difficult
      stored saved written kept hidden known lost forgotten stolen gone broken wrong correct weak strong long short safe secure
      insecure different unique important complicated old new expired outdated missing empty in on at with from by under behind
      inside where works work fails sucks expires changes leaked please thanks again tomorrow today twice favourite
      yesterday tonight often anymore always now`,
    stateSign: /[a-z]{2}(?:ly|ed|ing)/,
    than: 'than',
  },

  /** Requests to the rule-based model. */
  rules: {
    /** Courtesies before and after a request, and joints between two. */
    politeness:
      /^(?:(?:hey|hi|hello|(?:good )?(?:morning|afternoon|evening)(?=[,!])|ok|okay|jarvis|please|pls|plz|kindly|now|also|then|and|so|well|just|actually|oops|oh|(?:no |oh )?wait|hang on|hold on|no(?=,)|sorry(?=,)|(?:could|would|can|will) you (?:please )?(?:be so kind as to|mind)|(?:i(?:'d| would) (?:really )?(?:appreciate|love) it|i was wondering|it would be (?:great|nice|lovely)) if you (?:could|would)|can you|could you|would you|will you|i want you to|i need you to|i'd like (?:you )?to|i would like (?:you )?to|i want to|i need to(?= (?:add|set (?:up )?(?:an?|my|the) (?:alarm|timer|reminder)) )|you can|you could|let's|go ahead and)[,!.]? )+/i,
    politeEnd:
      /(?<![, ])[, ]*(?:please|pls|plz|for me|thanks|thank you|will you|would you|now|too|as well)?$/i,
    /** Short forms, and the times that words for a number of times mean; orders that may be mistyped. */
    spellings: [
      [/^(what|who|where|when|how|that)s (?=\S)/i, "$1's "],
      [/\b(do|does|did|ca|wo)nt\b/gi, "$1n't"],
      [/\babt\b/gi, 'about'],
      [/\b(?:twice|two times|2 ?x) (?:a|per|each|every) day\b/i, 'every day at 9:00 and 18:00'],
      [/\b(?:three times|3 ?x) (?:a|per|each|every) day\b/i, 'every day at 9:00, 14:00 and 19:00'],
      [/\b(?:every|each) morning and evening\b(?! at\b)/gi, 'every day at 9:00 and 19:00'],
    ] as [RegExp, string][],
    orders: 'remind remember delete remove cancel schedule',
    /** A line that introduces or begins a text of somebody else. */
    pasted:
      /^(?:(?:please|can you|could you) )*(?:summari[sz]e|translate|proofread|rewrite|rephrase|correct|explain|(?:here(?:'s| is)|this is|i (?:got|received)|what does)(?=[^:]{0,60}\b(?:e-?mail|mail|message|letter|text|article|transcript|wrote|said|mean)))(?![^:?]{0,60}\b(?:list|tasks|to-?dos)\b)(?: [^:?]{0,60})?(?:[:?]|(?<= (?:this|that|following)(?: \p{L}+){0,3})[.!]?$)|^dear (?!jarvis\b)|^(?:from|subject|sent): |^> /iu,
    /** In the name of an existing task: the request is the opposite. */
    negation: /not|don't|except|(?:all|everything|every(?:one)?) but|(?:apart|aside) from|other than/,
    joints: / ?(?:[,;.] ?(?:and |then |also )*| (?:and then|and also|and|then|also|plus) )/gi,
    /** Words that are not part of a task's name, of a new title, or (replaced) of a reminder's subject. */
    filler:
      /\b(?:the|a|an|my|our|this|that|task|tasks|to-?do|todo|item|entry|one|called|named|titled|about|with)\b/gi,
    titleStart: [
      /^(?:(?:a|an|the|another|new) )*(?:task|to-?do|todo|item)\b ?(?:(?:called|named|titled|for|to|:) ?)*(?=\S)/i,
    ],
    /**
     * Whole requests. Named groups with the name of a tool's input are that input: an existing `task`,
     * `memory` or `schedule`, the `title` of a task, the `content` to remember, the `query` to search. A new task may
     * also have its title with a prefix (`thing`), several (`things`), a verb (`deed`), or need a time (`alarm`).
     * Others classify: a schedule to be `resumed`; which tasks are asked for: `overdue`, `today`, of the `week`, `done`;
     * the `place` whose time is asked for.
     * Requests with a time (`set_due`, `snooze_task`, `add_task`, `agenda`) are read without the words for it; a length
     * of time ("for an hour") is the group `length`; a verb that moves a task only to a time, the group `change`.
     * A sentence that fits several kinds is the first of them.
     */
    requests: {
      by_place: [
        /^(?!.*\b(?:due|on|by|of|until|since) the )(?:\p{L}+ ){0,2}the (?:first|second|third|fourth|fifth|sixth|last)(?: one| task| item| entry| schedule| memory)?(?: (?:and|to|too|as|for|until|again)\b.{0,60})?$/iu,
      ],
      account: [
        /^(?:how (?:do|can) i |where (?:do|can) i )?(?:delete|remove|close|cancel|change|reset|export|download)(?: all)? (?:my|the) (?:account|password|data|e-?mail(?: address)?|language|time ?zone)(?: to .+)? ?\??$/i,
      ],
      rename_task: [
        /^(?:rename|retitle|change the (?:name|title) of|(?:change|update)(?= .*\b(?:item|task|title|to-?do)\b)) (?<task>.+?) (?:to|into|as) (?<title>.+)$/i,
      ],
      undo: [
        /^(?:undo(?: (?:it|that|this|(?:the|my|your) last (?:action|change|one|step|thing)))?|take (?:it|that) back)$/i,
      ],
      forget_all: [
        /^forget (?:everything|all)$|^(?:forget|delete|erase|remove|clear|wipe) (?:everything|all)(?: (?:that )?you (?:know|remember|have (?:saved|stored))(?: about me)?| about me|(?: of)?(?: my| your| the)? memor(?:y|ies))$/i,
      ],
      remind_before: [
        /^remind me (?<count>[a-z]+|\d{1,4}) (?:min(?:ute)?s?|(?<hours>hours?)|(?<days>days?)|(?<weeks>weeks?)) (?:before(?=$| )|earlier$|in advance$)(?: (?<task>(?:it|that|(?:my|the) .+)))?$/i,
      ],
      reopen_task: [
        /^(?:mark|set|tick|check) (?<task>.+?) (?:(?:as|to) )?(?:not (?:yet )?(?:done|finished|completed?)|open|undone|unfinished|incomplete)$/i,
        /^(?:reopen|re-open|uncheck|untick|undo|un-?complete) (?<task>.+)$/i,
      ],
      complete_task: [
        /^(?:mark|set|tick|check) (?<task>.+?) (?:off(?: (?:as )?(?:done|complete))?|(?:(?:as|to) )?(?:done|finished|completed?))$/i,
        /^(?:complete|finish|check off|tick off|cross off|mark off|i(?:'ve| have)?(?: just| already)? (?:finished|completed|done|did)) (?!(?:off )?(?:it|that|this|nothing|eating)$)(?:off )?(?<task>.+)$/i,
        /^(?:i(?:'m| am) )?(?:done|finished) with (?<task>.+)$/i,
        /^(?:the )?(?!(?:it|that|this|what|who|how|when)\b)(?<task>\S+(?: \S+){0,4}?)(?: (?:task|to-?do|one))? (?:is|are) (?:done|finished|completed)$/i,
      ],
      change_schedule: [
        /^(?:stop|pause|suspend|end)(?: sending(?: me)?| with)? (?!\w+ing\b|.*\b(?:alarms?|reminders?|timers?)\b)(?:(?:the|my|this) )?(?:schedule (?:(?:called|named) )?)?(?<schedule>.+?)(?: schedule)?$/i,
        /^(?:resume|restart|unpause|reactivate|continue(?: with)?)(?: sending(?: me)?)? (?!.*\b(?:alarms?|timers?)\b)(?:(?:the|my|this) )?(?:schedule (?:(?:called|named) )?)?(?<resumed>.+?)(?: schedule)?$/i,
        /^start (?:sending(?: me)? )?(?:(?:the|my|this) )?(?:schedule )?(?<resumed>.+?)(?: schedule)? again$/i,
      ],
      delete_schedule: [
        /^(?:delete|remove|cancel|erase|drop|get rid of) (?:(?:the|my|this) )?schedule (?:(?:called|named|for|of|about|to) )?(?<schedule>.+)$/i,
        /^(?:delete|remove|cancel|erase|drop|get rid of) (?:(?:the|my|this) )?(?!(?:the|my) schedule$)(?<schedule>.+?) schedule$/i,
      ],
      forget_memory: [
        /^(?:forget|delete|remove|erase) (?:the |my |your )?(?:memory|memories) ?(?:of|about|that|:)? ?(?<memory>.+)$/i,
        /^forget (?!(?:that |about |what i (?:said|told you) about )?(?:it|that|this|everything|me|him|her|us|them)$)(?:that |about |what i (?:said|told you) about )?(?<memory>.+)$/i,
      ],
      delete_task: [
        ofLine`^(?:delete|remove|drop|erase|cancel|call off|clear(?= (?:the |all |my )*(?:done|completed|finished)\b)|scratch|throw out|take(?= .+ (?:from|off) (?:of )?${list}$)) (?:off )?(?<task>.+?)(?: (?:from|off) (?:of )?${list})?$`,
        /^(?:stop|quit) reminding me (?:to|about|of) (?<task>.+)$/i,
        /^(?:turn|switch|shut|take) off (?<task>.*\b(?:alarms?|timers?|reminders?|appointments?|events?|meetings?)(?: .+)?)$/i,
        /^(?:clear|deactivate|disable|dismiss|end|get rid of|kill|stop) (?<task>.*\b(?:alarms?|timers?|reminders?|appointments?|events?|meetings?)(?: .+)?)$/i,
      ],
      list_memories: [
        /^(?:what|which things|tell me what) (?:do|did|can|have) you (?:(?:remember|know|saved?|remembered|stored?)(?: (?:about|of|for) me)?)(?: so far)? ?\??$/i,
        /^(?:show|list|display|give|tell|what are|what's in)(?: me)? (?:all )?(?:my|your|the)? ?memor(?:y|ies)\b/i,
      ],
      save_memory: [
        /^(?!(?:remember|don't forget|do not forget|note) to |.*\? ?$)(?:remember|memori[sz]e|keep in mind|bear in mind|don't forget|do not forget|make a note|take note|note)(?: this)?(?: (?:that)| ?[:,])? (?<content>.+)$/i,
      ],
      web_search: [
        /^(?:search|look) (?:(?:on |in )?(?:the )?(?:web|internet|net)|online|up|it up)? ?(?:for|about|up)? (?<query>.+?)(?: (?:on the (?:web|internet)|online))? ?\??$/i,
        /^(?:google|web search(?: for)?|find out(?: about)?|look into) ?:? (?<query>.+?) ?\??$/i,
      ],
      time: [
        /^(?:what time is it|what's the time|what is the time|(?:tell|give|show)(?: me)?(?: the)?(?: current)? time|(?:the )?(?:current )?time|do you (?:have|know) the time)(?: now| right now| please)? ?\??$/i,
        /^(?:what time is it|what's the time|what is the time|(?:tell|give|show)(?: me)?(?: the)?(?: current)? time|(?:the )?(?:current |local )?time)(?: now| right now)? in (?:the )?(?<place>.+?)(?: now| right now| please)? ?\??$/i,
      ],
      date: [
        /^(?:what(?:'s| is)?(?: the)?(?: current)? (?:date|day|weekday|month|year)(?: is it| of the week| today|'s date| is today| of today)*|what's today's date|what is today's date|(?:what|which) (?:date|day|weekday)(?: of the week)?(?: is| was| will)?(?: it| that| today)?(?: be)?|(?:tell|give|show)(?: me)?(?: the)?(?: current)? date|today's date|the date|date)(?: today| now| please| it is)? ?\??$/i,
      ],
      list_schedules: [
        /^(?:(?:(?:show|list|display|give|tell|check)(?: me)?(?: all)?|what are|(?:tell me )?(?:what|which)|how many|do i have(?: any)?|are there(?: any)?) )?(?:(?:my|the|your|of|active|current|paused) ){0,3}schedules(?: (?:i have|do i have|have i(?: got)?|there are|are there|are active|are running|did i (?:make|set up)))? ?\??$/i,
        /^what(?:'s| is| have i| do i have)(?: currently)? scheduled ?\??$/i,
      ],
      list_due: [
        /^(?:what|tasks|anything|show|is|do)\b.{0,40} the next (?<week>(?:seven|7) days|week) ?\??$/i,
        /^(?:what(?:'s| is| are)?|which tasks are|what tasks are|is anything|is there anything|anything|show me what(?:'s| is)|list what(?:'s| is)|tasks|(?:show|list)(?: me)?(?: (?:all|the|my|everything|anything))*(?: tasks)?(?: that(?:'s| is| are))?|(?:my )?tasks(?: that are)?|(?=overdue ?\?))(?: tasks)? ?(?<overdue>overdue|late)(?: tasks)? ?\??$/i,
        /^(?:(?:(?:tell|show) me )?what(?:'s| is)|(?:is )?anything|(?:my )?tasks)? ?due(?<today>) ?\??$/i,
        /^(?:what|how)(?:'s| is| does) my (?:day(?<today>)|week(?<week>)) look(?:ing)?(?: like)? ?\??$/i,
        /^what(?:'s| is) (?:on my (?:agenda|calendar)|coming up|next)(?<week>) ?\??$/i,
      ],
      list_tasks: [
        /^(?:show|list)(?: me)? (?:all|everything)(?: that(?:'s| is))? (?<done>done|finished|completed)$|^(?:(?:show|list|give|display|see|which|what)(?: me)?(?: (?:all|are|my|the))* )?(?<done>(?:done|finished|completed) (?:tasks|to-?dos|todos|things|items)) ?\??$|^what (?:did|have) i (?:already )?(?<done>do(?:ne)?(?= (?:today|this week))|finish(?:ed)?|completed?|done|got(?:ten)? done|get done|ticked off)\b/i,
        /^(?:what(?:'s| is| are| else)|show|list|display|give|tell|send|brief|summari[sz]e|read|get|see|print|which|do i have|what do i have|what have i(?: got)?|how many|check)\b.*?\b(?:tasks|to-?dos|todos|to-do list|task list|list|shopping list|things to do)\b/i,
        /^(?:my )?(?:open )?(?:tasks|to-?dos|todos|task list|to-?do list) ?\??$|^(?:what|which) (?:\w+ )?(?:tasks|to-?dos|todos)\b|^what (?:(?:do|must|should) i (?:still )?(?:do|have to do|need to do)|else do i (?:have|need) to do)\b|^what(?:'s| is) (?:still )?(?:left|open)(?: to do)? ?\??$/i,
        /^what (?:did|have) i (?:ask(?:ed)?|told|tell) you to remind me\b/i,
        /^what(?:'s| is) on (?:the )?(?:next |this )?(?:tomorrow|week|\d{1,2}(?:st|nd|rd|th)?|\p{L}+day|(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)\p{L}*)(?: .{1,20})? ?\??$/iu,
        /^what(?:'s| is) on my plate\b|^(?:show|list|tell)(?: me)?(?: all)? my reminders$|^(?:(?:what|which) reminders do i have|do i have (?:any )?reminders|(?:what are )?my reminders) ?\??$/i,
        /^(?!how (?:can|do) )(?:what|when|which|how|did|do|does|have|is|are|am|show|list|tell|read|give|check|display|view|see|bring up|pull up|let me|any)\b(?=.*\b(?:my|i|i've)\b).*\b(?:agenda|alarms?|appointments?|calendar|deadlines?|events?|meetings?|reminders?|(?<=my )schedule|timers?)\b/i,
        /^(?:(?:show|list|display|view|read|see)(?: me)?|what|which|how many|any|are there any)(?: (?:all|are|of|the))* (?:alarms|appointments|meetings|reminders|timers)(?! of)\b.{0,20}$/i,
      ],
      agenda: [
        ofLine`^(?:(?:tell|show|let) me (?:know )?|list )?(?:what's|what is|anything|(?:my )?tasks|(?:what(?:'s| is| are| am i| do (?:i|we)| have i| will i)?|(?:my )?tasks|anything|(?:do|have|am|will) (?:i|we)|is|are|any)(?: (?:${agenda}))+) ?\??$`,
        // "Due on Friday?", "and tomorrow?", "how does Monday look?"
        ofLine`^(?:(?:and|about|does|how|is|nothing|what|${agenda})(?: |(?=\?)))*\?$`,
      ],
      postpone: [
        /^(?<length>(?:an?|half an?|one|two|three|\d{1,3}) (?:minute|hour|day|week|month)s?) later$/i,
        /^(?:delay|move|postpone|push(?: back)?|put(?: off)?|reschedule|shift) (?!(?:my|that|the|this) reminder\b)(?<task>.+?)(?: (?:back|forward|off))?(?: (?:by|for))? (?<length>(?:an?|another|half an?|one|two|three|four|five|six|\d{1,3})(?: more)? (?:minute|hour|day|week|month)s?)$/i,
      ],
      snooze_task: [
        /^snooze(?: (?:(?:the|this|that|my) reminder|(?<task>.+?)))? (?:for|by) (?<length>.+)$/i,
        /^(?:(?:postpone|delay) (?:the|this|that|my) reminder|(?:put|push) (?:the|this|that|my) reminder (?:off|back)) (?:for|by) (?<length>.+)$/i,
        /^snooze(?: (?:(?:the|this|that|my) reminder|(?<task>.+?)))?(?: (?:until|till|to))?$/i,
        /^put (?:it|(?:the|this|that|my) reminder) off(?: (?:until|till|to))?$/i,
        /^remind me(?: (?:of|about) (?<task>.+))? again$/i,
      ],
      set_due: [
        /^(?:reschedule|postpone|push back|delay|(?<change>move|push))(?<to>(?: (?:to|until|till)){0,2})$/i,
        /^(?:move|reschedule|postpone|extend|push(?: back)?|delay|shift|put off|(?<change>change|set(?!.*\b(?:alarms?|appointments?|events?|meetings?|notifications?|reminders?|timers?)\b))) (?<task>.+?)(?<to>(?: (?:to|until|till|for|due)){0,3})$/i,
        /^(?<task>.+?) is due$/i,
      ],
      add_task: [
        /^(?:(?:remember|don't forget|do not forget) to|don't let me forget(?: to| about)?|note to self ?[:,-]?) (?<title>.+)$/i,
        ofLine`^(?:add|put|write|note|stick|place) (?:down )?(?!these (?:to|on) )(?<things>.+?) (?:to|on|onto|in|into|down on) ${list}$`,
        /^(?:(?:set|create|add|make|schedule|give|i (?:need|want))(?: up)?(?: me)? )?(?:(?:an?|another|my|new|the) )*(?<alarm>reminder)(?: (?:for me|for|at|on))*$/i,
        /^(?:add|put|create|make|open|set(?: up)?|note down|write down|i need|new|another) (?:me )?(?:(?:a|an|the|another|new) )*(?:task|to-?do|todo|item|note|reminder)\b(?: (?:to|on) (?:my|the) list)? ?(?:(?:(?:called|named|titled|saying that i (?:should|must|have to|need to)|saying|that says|for|to)(?!\w)|:|-|–) ?)*(?<title>.+)$/i,
        /^(?:add|create|make|put|note) (?:(?:two|three|four|five|\d+|some|a few|these|the following|new|more) )*(?:tasks|to-?dos|todos|items)(?: (?:to|on) my list)? ?(?::|-|–|,) ?(?<things>.+)$/i,
        ofLine`^i (?:need|have|want|must|should)(?: to)? (?<thing>.+?)[,;.]? (?:so |and |please |can you |could you ){0,4}(?:add|put|write|note) (?:it|that|this)(?: down)? (?:to|on|onto|in) ${list}$`,
        ofLine`^(?:(?:i|we) (?:have|need) to(?: do| buy| get)?|to do|shopping|groceries|buy|get|(?:(?:add|put|write)(?: these| this| the following)? (?:to|on) )?${list}) ?: ?(?<things>.+)$`,
        /^(?:task|calendar) ?: ?(?<title>.+)$/i,
        /^remind me[ ,]+(?:to|about|of|that i (?:have|need) to|that i (?:must|should)) (?!(?:how|my (?:alarms|reminders|tasks)|what|when|where|who|why|your)\b)(?<title>.+)$/i,
        /^(?:set|start|create|make|schedule|give|i (?:need|want)|i(?:'d| would) like|have)(?: up)?(?: me)? (?:(?:an?|another|my|new|the) )*(?<alarm>timer|alarm)(?: for me)? (?:to(?! go off$)|called|named) (?<title>.+)$/i,
        /^(?:(?:set|start) )?(?:an? |the )?(?<alarm>timer|alarm) for (?<title>(?:the|my) .+)$/i,
        /^(?:(?:set|start|create|make|schedule|give|i (?:need|want)|i(?:'d| would) like|have)(?: up)?(?: me)? )?(?:(?:an?|another|my|new|the) )*(?<alarm>timer|alarm)(?: (?:for me|for|at|on|set|to go off|to))*$/i,
        /^(?<alarm>wake me(?: up)?)$/i,
        /^(?:schedule|set(?: up)?|plan|arrange|create|make|add|put|new)(?: me)? (?:(?:an?|another|my|new|the) )*(?<title>(?:appointment|(?<!make an? )call|dinner|event|interview|lunch|meeting)(?!s\b)(?: .+)?)$/i,
        /^(?:i|we) (?:also |still )?need (?:some |more )?(?!(?:an?|another|any|directions|food|help|her|him|info\w*|it|me|more|my|one|our|some|that|the|them|this|time|to|us|you|your)\b)(?<things>[\p{L}-]+(?: [\p{L}-]+)?(?:(?:, ?(?:and )?| and )[\p{L}-]+(?: [\p{L}-]+)?)*)$/iu,
        /^add (?!(?:up|to|\d+ (?:minutes?|hours?|seconds?)|(?:(?:an?|another|my|that|the|this) )?(?:album|artist|e-?mail|rating|song|track|tune)) |.* (?:to|in|into|onto) (?:\S+ ){0,6}(?:address book|cart|contacts?|favou?rites?|playlist|queue|timer)\b)(?<things>.+)$/i,
      ],
      my_name: [/^what(?:'s| is) my name ?\??$|^who am i ?\??$|^do you know my name ?\??$/i],
      how_are_you: [/^how are you\b|^how(?:'s it going| do you do)\b|^what's up ?\??$/i],
      who: [
        /^(?:who|what) are you\b(?! (?:capable|able|good)\b)|^what(?:'s| is) your name ?\??$|^introduce yourself$|^are you (?:an? )?(?:ai|bot|human|robot|chatgpt|real)/i,
        /^what(?:'s| is) this ?\??$|^(?:who|what)(?:'s| is) jarvis ?\??$|^who (?:made|built|created|wrote) you ?\??$|^(?:what|which) (?:language )?model (?:are you|do you use) ?\??$/i,
      ],
      help: [
        /^help(?: me)? ?[!?]*$|^what can (?:you|i) do\b|^how (?:do|can) i use (?:you|this)\b|^what do you do ?\??$/i,
        /^how (?:does (?:this|it) work|do i (?:start|begin|get started)) ?\??$|^what are you (?:capable of|able to do|good at) ?\??$|^what can i (?:ask|say)\b|^(?:show me )?(?:commands|examples)$/i,
      ],
      thanks: [
        /^(?:(?:cool|good|great|nice|perfect|super|wonderful|no),? )?(?:many )?(?:thanks|thank you|thx|cheers|ty|ta)\b.{0,30}$/i,
        /^(?:good job|nice work|well done|you(?:'re| are) (?:great|awesome|amazing|the best))\b.{0,10}$/i,
      ],
      farewell: [/^(?:good\s?bye|bye|see you|good night|farewell)\b.{0,20}$/i],
      greeting: [
        /^(?:hello|hi|hey|hiya|(?:good )?(?:morning|afternoon|evening)|good day|greetings|yo)(?: (?:there|jarvis|again))* ?[!.,?]*$/i,
        /^(?:are you there|can you hear me|test(?:ing)?) ?[!.?]*$/i,
      ],
      acknowledgement: [
        /^(?:ok(?:ay)?|cool|good|great|nice|perfect|fine|all ?right|that's all|got it|i see|sure|yes|yeah|no|nope|nothing|never ?mind|forget it|not now|sorry) ?[!.]*$/i,
      ],
      languages: [
        /^(?:do|can) you (?:speak|understand)\b.{0,30}$|^(?:what|which) languages? (?:do|can) you (?:speak|understand)\b/i,
      ],
      clear: [
        ofLine`^(?:clear|empty|wipe|reset)(?: out)?(?: everything| (?:all (?:of )?)?${list})?(?: (?:for|from|on))?$`,
      ],
    },
    /**
     * A sentence about what the person has to do, the `title`, if it contains no request: "I need to buy milk", or an
     * errand: "buy milk".
     */
    intends:
      /^(?:(?=(?:buy|call(?! (?:it|me|that|this)\b)|clean|email|order|pay|pick up|book|renew|send(?! (?:me|us)\b)|submit|wash) )|(?:i|we) (?:really |also |still )?(?:need|have|must|should|got|have got) ?(?:to )?(?<=to |must |should )(?:(?:really|probably|maybe|definitely|also|still|just) )*)(?!.*\b(?:not|never|be|say|admit|know|you|your)\b|(?:(?:really|probably|maybe|definitely|also|still|just) )*(?:check|eat|get going|go|head out|leave|rest|run|sleep|talk|think|wait|work)(?: (?:(?:about|of) (?:it|that|this)|to (?:bed|sleep)|home|off|out|over|now|soon|first|again|more|less|a (?:bit|moment|while)))*$|have (?:been|called|done|forgotten|gone|got|had|known|left|lost|made|said|seen|thought|told|\w+ed)\b)(?<title>.+)$/i,
    /** Words in the place of a title that name nothing: "add that too". */
    pointers:
      /^(?:(?:please|pls|thanks|and|but|or|it|that|this|them|those|these|(?:the )?same(?: (?:one|thing))?|(?:the |this |that |another )?one|another|more|something|anything|nothing|maybe|perhaps|again|later|too|also)(?![\p{L}'-])[ ,]*)+$/iu,
    /** What may precede such a sentence or a note. */
    joins: /^(?:(?:yes|yeah|and|also|then|so|well|oh|plus|ok|okay|please|pls|by the way|btw)[,:!]? )+/i,
    /** Beside a time, a correction of the last one, which is not understood: "no, tomorrow". */
    corrects:
      /^(?:(?:no|nope|nah|oh|oops|uh|um|hmm|sorry|wait|actually|only|just|rather|better|instead|or|then|(?:at )?(?:the )?same time|i (?:meant|mean|said)(?: to say)?|(?:make|change) (?:it|that)(?: to)?|let's (?:do|make it|say)|(?:is|works|would be) better)(?!\p{L})[ ,.:!]*)+$/iu,
    /** The `title` of a task in note form, beside a time: "dentist on Friday at 3". No greeting or order. */
    notes:
      /^(?:(?:i|we)(?: have|'ve got) (?!to )(?:an? )?|(?:(?:i'm|we're) )?gonna )?(?!(?:activate|any\w*|appointments|ask|deactivate|decrease|describe|dim|disable|display|except|explain|find|get (?:me|rid)|give|good|happy|help|hello|hey|hi|increase|let'?s|look|make me|news|no|nothing|okay|pick (?:me|us)|plans|play|please|roll|say|search|see|set|show|sing|skip|stop|switch|take off|talk|tasks|tell|thanks|translate|turn|view|write (?:me|an?|some))(?!['\w])|(?:the|this|my|our|his|her|their|\w+'s) (?:\S+ )+\S+s$)(?<title>\S+(?: \S+){0,7})$/i,
    /** A statement or a question, not a note: its pronouns and verbs. */
    stated:
      /^(?:change|check\w*|confirm|reset|take) .*\b(?:alarm|timer)|\b(?:i|i'\w+|you|you'\w+|he|she|it|its|it's|we|they|is|are|was|were|am|asked|be|been|bought|brought|called|will|would|can|could|should|did|do|does|has|have|had|may|might|not|never|that|weather|who|arrive[sd]|begins|began|came|comes|closes|departs|died|ends|falls|fell|flies|gets|goes|got|happen(?:s|ed|ing)|leaves|left|lives|moved|opens|plays|paid|phoned|removed|said|scheduled|sent|starts|started|stays|swims|takes|told|took|visited|wants|wanted|wakes|went|woke|works|worked)\b/i,
    /**
     * All tasks or all done ones, a sign of the latter, and the one that the last reply named; "and"; and beginnings
     * of questions: alternatives. "All timers" are not all tasks.
     */
    all: /(?:all|every|everything)(?: (?:of|'s|is|are|them|done|finished|completed?|ones?|items?|on|list))*|(?:done|completed|finished)(?: (?:ones|items|things))?/,
    done: /done|finished|complet/,
    open: /(?<!\p{L})open(?!\p{L})/iu,
    /** What names a thing only by its place in a list. */
    places:
      /(?:first|second|third|fourth|fifth|sixth|last)(?: one)?|(?:number |#)?\d{1,2}(?:st|nd|rd|th)?(?: one)?/,
    it: /it|that|this/,
    /** When a reminder that is put off without a time tells again. */
    again: 'in an hour',
    and: /and/,
    questions: /what|whats|who|when|where|which|how|why|do|does|did|is|are|was|can|tell me/,
    /** Words that every question about the person has. */
    asking: 'name named called told about here there',
  },
  /** Requests to calculate: alternatives, the last ones by their operator. */
  sums: {
    lead: /ok|okay|so|and|hey|please|jarvis/,
    asked:
      /what(?:'s| is| are| does)|how much (?:is|are)|calculate|compute|work out|solve|add up|can you (?:calculate|compute)/,
    article: /the/,
    end: /please|equal/,
    of: /of/,
    words: {
      '%': /percent/,
      '^': /to the power of/,
      '^2': /squared/,
      '*': /multiplied by|times/,
      '/': /divided by|over/,
      '+': /plus/,
      '-': /minus/,
    },
  },
  /** The model's sentences; `{}` is filled in. Titles and contents are already quoted or bold. */
  says: {
    done: {
      create_schedule: 'I will do that: {}.',
      change_schedule: 'Paused: {}.',
      resume_schedule: 'I will do that again: {}.',
      delete_schedule: 'Deleted the schedule {}.',
      add_task: 'Added {} to your tasks.',
      set_due: '{} has a new date.',
      snooze_task: 'I will remind you of {} again:',
      complete_task: 'Done: {} is finished.',
      reopen_task: '{} is open again.',
      delete_task: 'Deleted {}.',
      rename_task: 'The task is now called {}.',
      save_memory: 'I will remember that: *{}*',
      forget_memory: 'I have forgotten that: *{}*',
    },
    /** After a change of a task. */
    due: 'Due: {}.',
    /** For a schedule: its next run, the other channels of its results, and how to end it. */
    next: 'Next: {}. I will tell you here{}. I do not search the web for it. To pause it, say “stop” and its name.',
    toldBy: { app: '', push: 'by push', mail: 'by mail', webhook: 'by webhook' },
    /** In the list of schedules: the next run. */
    nextTime: 'next {}',
    paused: 'paused',
    finished: 'finished',
    schedules: 'These are your schedules:',
    noSchedules: 'You have no schedules.',
    willRemind: 'I will remind you.',
    nothingDue: 'Nothing is due.',
    /** After a deletion, behind the date. */
    unreminded: 'Its reminder is gone too.',
    /** Singular and plural. */
    openTasks: ['You have 1 open task:', 'You have {} open tasks:'],
    doneTasks: ['1 task is done:', '{} tasks are done:'],
    noTasks: 'Your task list is empty.',
    noOpenTasks: 'You have no open tasks.',
    noDoneTasks: 'No task is done yet.',
    /** After a change of as many tasks as are changed at a time. */
    tasksLeft: 'That was one part, and {} more are left. Say it again to continue.',
    memories: 'This is what I remember:',
    noMemories: 'I do not remember anything about you yet.',
    noSuch: {
      schedule: 'I found no schedule that matches “{}”.',
      task: 'I found no task that matches “{}”.',
      memory: 'I remember nothing that matches “{}”.',
    },
    which: {
      schedule:
        'Several schedules match “{}”: {}. Please say it again with the whole name of one, or use the page *Schedules* for equal names.',
      task: 'Several tasks match “{}”: {}. Please say it again with the whole name of one, or use the page *Tasks* for equal names.',
      memory: 'Several memories match “{}”: {}. Please say it again with the whole text of one.',
    },
    refused: {
      secret: 'I do not store passwords, keys or card numbers.',
      full: 'My memory is full. Delete something on the page *Memories* first.',
      memory_off: 'Memory is switched off in your settings, so I did not store that.',
      search_off: 'Web search is switched off.',
      not_asked: 'I did not do that, because your message does not ask for it.',
      invalid: 'That is too long or too short for me to store.',
      no_reminder: 'There is no reminder to put off.',
    },
    didNotWork: 'That did not work: {}',
    found: 'This is what a search for “{}” found:',
    foundNothing: 'The search for “{}” found nothing.',
    searchFailed: 'The web search failed: {}',
    today: 'Today is {}.',
    time: 'It is {} ({}).',
    uncomputable: {
      'division-by-zero': 'That has no result: it divides by zero.',
      'too-large': 'That result is too large for me to write down.',
    },
    greeting: 'Hello{}! What can I do for you?',
    thanks: 'You are welcome!',
    farewell: 'Goodbye!',
    acknowledgement: 'All right. What can I do for you?',
    languages: 'I understand English, German and Italian.',
    account:
      'You do that yourself, in the web app, on the page *Account*: password, language, time zone, a download of everything, and deleting the account.',
    undo: 'I can only undo what my last reply did: tasks that it added, finished or reopened, and tasks without a date that it deleted.',
    one_time:
      'I set one day and time for a task, and have not added anything. Please say each in its own sentence.',
    by_place: 'I do not know things by their place in a list. Please say the name of what you mean.',
    forget_all:
      'I have not forgotten anything yet. You can delete each memory on the page *Memories*, or say “forget” and its words.',
    clear:
      'I have not changed anything yet. “Delete all tasks” deletes every task, “delete all done tasks” those that are done, and “complete all tasks” ticks off the open ones.',
    how_are_you: 'I am ready to work, thank you. What can I do for you?',
    who: 'I am Jarvis, your assistant. No language model is connected right now, so I answer with built-in rules: tasks, memories, date and time, and arithmetic.',
    help: `This is what I can do without a language model:

- **Tasks**: “put milk on my list”, “show my tasks”, “finish the tax one”, “rename milk to oat milk”, “delete milk”
- **Due dates**: “remind me to call Grace tomorrow at 9”, “dentist on Friday at 3”, “set a timer for 5 minutes”, “move Grace to Friday”, “what is due today?”
- **Schedules**: “every weekday at 8 tell me what is due”, “tomorrow at 8 search the web for …”, “which schedules do I have?”, “pause”, “resume” or “stop” and the name
- **Memories**: “remember that my dog is called Rex”, “what do you remember about me?”, “forget my dog”
- **Date and time**: “what time is it?”, “what time is it in Tokyo?”, “what is the date today?”
- **Arithmetic**: “what is 15% of 80?”
- **Web search**, where it is set up: “search the web for …”

For everything else the operator can connect a language model, on the page *Connections* of the web app or with the setting \`MODEL\`.`,
    yourName: 'Your name is {}.',
    unknownName: 'You have not told me your name yet.',
    received: 'I have received {}. No language model is connected, so I can only quote from files.',
    inFiles: 'These parts fit best:',
    youSaid: 'You told me: “{}”',
    notOffered: {
      tasks:
        'I cannot change tasks here: nothing is stored in this kind of call, or the program offers its own tools.',
      schedules:
        'I cannot use schedules here: they are switched off, or nothing is stored in this kind of call.',
      memories:
        'I cannot use memories here: memory is switched off, or nothing is stored in this kind of call.',
      search: 'I cannot search the web here: web search is not set up or is switched off in your settings.',
      date: 'I cannot look at the clock here.',
    },
    notUnderstood:
      'No language model is connected, so I can only help with tasks, memories, date and time, and arithmetic (say “help” for examples). The operator connects one on the page *Connections* of the web app (paste a key, or choose Ollama), or with the setting `MODEL`.',
  },
  /** The words for times. */
  time,
} satisfies Open<{
  captions: Open<{ quotes: Pair }>;
  mails: Open<{ proof: Open<{ keys: Pair }> }>;
  says: Open<{ openTasks: Pair; doneTasks: Pair; toldBy: Readonly<Record<Channel, string>> }>;
}>;

type Open<Part> = Readonly<Record<string, unknown>> & Readonly<Part>;
type Pair = readonly [string, string];
