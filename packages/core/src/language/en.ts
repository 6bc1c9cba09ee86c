import { stemmer } from '@orama/stemmers/english';
import { stopwords } from '@orama/stopwords/english';
import type { Vocabulary } from './vocabulary.ts';

const kin =
  'name|nickname|birthday|age|wife|husband|partner|spouse|girlfriend|boyfriend|fianc[ée]e?|son|daughter|child|kids|children|baby|mother|father|mom|mum|dad|parents|sister|brother|grandmother|grandfather|dog|cat|pet|horse|boss|manager|job|profession|employer|company|team|hometown|home town|native language|mother tongue|time ?zone|address|anniversary|blood type|diet|hobby|hobbies|car';

export const en: Vocabulary = {
  name: 'English',
  locale: 'en-GB',

  functionWords: `the and is are was were be not i i'm you your we they my me he she it its it's of to for with on at from
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

  months: 'january february march april may june july august september october november december',
  doubtfulMonths: { words: 'may', unlessAfter: 'in on of since until last during' },

  captions: { quotes: ['“', '”'], failed: 'failed', keepsCapitals: false },
  replies: {
    denied: 'I cannot help with that here.',
    stopped: '*Stopped.*',
    onlyLinks: 'The reply was nothing but links that could have carried data away. They were taken out.',
    done: 'Done:',
    doneButFailed: 'The language model failed before it could answer. This was done:',
    full: '*The reply is cut off here: it has reached the greatest length.*',
  },

  consent: {
    yes: /yes|yep|yeah|sure|ok|okay|please do|go ahead|do it|do that/,
    more: /please|do|do it|do that|thanks/,
  },
  pointsAtFindings:
    /\b(?:add|put|create|make|note|write down|remember|save|keep) (?:me )?(?:a task (?:for|with) )?(?:it|them|those|these|(?:that|this)(?= ?(?:$|[.,!]|to\b|on\b|as\b))|each|all|both|what(?:ever)?\b|the (?:\p{L}+ ){0,2}?(?:results?|findings|ingredients|steps|titles?|names?|dates?|links?|answers?|ones?|address|price|time|top|first|best|cheapest|nearest))\b/iu,
  unspecific: 'one task tasks todo',

  memories: {
    polite: /please|can|could|would|will/,
    lead: /ok|okay|and|jarvis|please|can you|could you|would you|will you|i want you to/,
    request:
      /(?:remember|memori[sz]e|keep in mind|bear in mind|don't forget|do not forget|never forget|make a note|take a note|take note)(?: for (?:me|later|the future))?(?: (?:this|the following))?(?: (?:that)\b| ?[:,])? (?!to\b|when\b|how\b|what\b|where\b|who\b)(.{4,})$/iu,
    anywhere:
      /\b(?:remember|memori[sz]e|keep in mind|bear in mind|(?:don't|do not|never) forget|make a note|save (?:this|that|it)|note (?:this|that|down))\b/iu,
    conjunctions: /please|but|and/,
    refusals: [/(?:don't|do not) (?:remember|memori[sz]e|save|store)(?!\p{L})/iu],
    opening: /hi|hello|hey|by the way|btw|well|so|also|fyi/,
    passing:
      /^(?:i|we) (?:like|love|prefer|enjoy|hate) (?:it|this|that|these|those|your?|the (?:first|second|third|last|latter|former|idea|answer|way you)|how)\b|\b(?:right now|at the moment|today|tonight|this (?:morning|evening|afternoon|week)|currently broken)\b/iu,
    statements: [
      new RegExp(
        String.raw`^(?:my|our) (?:[\p{L}'-]+ ){0,2}?(?:${kin})(?:'s name)? (?:is|are|was|were|lives?|works?) \S`,
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
    ],
    project: [
      // "Building" and its like are work only of somebody who is at it: "a tall building", "I like building trains".
      /(?:\b(?:i|we|they|he|she) (?:am|are|is)|\b(?:i'm|we're|they're|he's|she's)|^(?:currently|now)?) ?(?:currently |now |still |also |busy )?(?:building|developing|writing|launching|renovating|planning|preparing|designing|programming) (?:a|an|my|our|the|his|her|their)\b/,
      /(?<!\b(?:like|love|enjoy|hate|prefer|likes|loves|enjoys|hates|prefers|dislike|avoid) )\bworking on\b/,
      /\b(?:project|projects|deadline|milestone|sprint|roadmap|release|thesis|dissertation|startup|start-up|side business|codebase|repository)\b/,
    ],
    preference: [
      /\b(?:prefer|prefers|preferred|preference|favou?rite|love|loves|enjoy|enjoys|hate|hates|dislike|dislikes|fan of|fond of|would rather|i'd rather|likes|rather than|can't stand|cannot stand|don't like|doesn't like|want(?:s)? you to|would like)\b/,
      // "I look like my mother" compares.
      /\b(?:i|we|he|she|they|you|i'd|we'd|really|also|always|not|never|do|don't|didn't|to|and|but|who|\p{L}+s) (?:likes?|liked)\b(?<!\b(?:looks|sounds|feels|smells|tastes|seems|acts|is|was|things|thinks) like)/u,
      /^likes? /,
      /^(?:please )?(?:always|never(?! (?:been|had|was|were|seen|gone|done|met|got|\p{L}+ed)(?!\p{L}))|keep|use|avoid|call me|answer|reply|respond|write|speak)(?!\p{L})/u,
    ],
  },

  names: {
    titles: /dr|prof|st/,
    asksAfterwards: /(?:and |but |so )?(?:what|who|when|where|why|how|which|(?:can|could|would|will|do) you)/,
    opening: /hi|hello|hey|well|so|by the way|btw|please|and|ok|okay|jarvis|can you|could you|from now on/,
    ends: /and|but|from|now|please|instead/,
    statements: [
      {
        before:
          /my (?:preferred |first |nick|new )?name(?:'s| is)|the name's|i(?:'m| am) called|i go by|you (?:can|may|should) call me|(?:just |always )?call me|i(?:'d| would) (?:like|prefer) (?:you )?to (?:call me|be called)|i prefer to be called|address me as|refer to me as|(?:everyone|everybody|people|(?:all )?my friends) calls? me/,
      },
    ],
    naming: /name|name's/,
    behind: /please|thanks/,
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
};
