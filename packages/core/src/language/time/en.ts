import { list, upTo59 } from './lists.ts';

const small = list(
  'zero|oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
);
const ordinals = list(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
);

/**
 * The English words for times, without accents and in lower case; `|` separates alternatives. The other languages have
 * the same parts (`TimeWords`).
 */
export const en = {
  /** From zero to 59; decimals, and other counts of a unit. */
  numbers: upTo59(
    small,
    ['twenty', 'thirty', 'forty|fourty', 'fifty'],
    (ten, one) => `${ten} ${one}|${ten}-${one}|${ten}${one}`,
  ),
  decimals: {
    1.5: 'one and a half',
    2: 'couple|couple of|a couple|a couple of|a pair of',
    3: 'few|a few|several|some',
  },
  /** From the first to the 31st; the last ones, counted from the end; the endings after a figure. */
  ordinals: [
    ...ordinals,
    ...ordinals.slice(0, 9).map((one) => `twenty ${one}|twenty-${one}`),
    'thirtieth',
    'thirty first|thirty-first',
  ],
  last: {
    '-1': 'last|final',
    '-2': 'second last|second to last|penultimate|2nd last',
    '-3': 'third last|third to last|3rd last',
  },
  ordinalEndings: 'st|nd|rd|th',
  /** A figure with a full stop is an ordinal ("5."). */
  dotIsOrdinal: false,
  /** From Monday; abbreviations that are also other words. `often`: "on Mondays" in one word. */
  weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  weekdaysShort: ['mon', 'tue|tues', 'wed|weds', 'thu|thur|thurs', 'fri', 'sat', 'sun'],
  weekdaysOften: ['mondays', 'tuesdays', 'wednesdays', 'thursdays', 'fridays', 'saturdays', 'sundays'],
  months: list('january february march april may june july august september october november december'),
  monthsShort: ['jan', 'feb', 'mar', 'apr', '', 'jun', 'jul', 'aug', 'sep|sept', 'oct', 'nov', 'dec'],
  units: {
    second: 'second|seconds|sec|secs',
    minute: "minute|minutes|min|mins|mn|m|minutes'|minute's",
    hour: "hour|hours|hr|hrs|h|hours'|hour's",
    day: "day|days|d|days'|day's",
    workday:
      'weekday|workday|working day|business day|weekdays|workdays|working days|business days|week day|work day',
    week: "week|weeks|wk|wks|w|weeks'|week's",
    weekend: 'weekend|weekends|week-end|week end',
    fortnight: "fortnight|fortnights|fortnight's",
    month: "month|months|mo|months'|month's",
    quarter: 'quarter|quarters|qtr',
    year: "year|years|yr|yrs|years'|year's",
  },
  /** Durations in one word, by their minutes. */
  minutes: { 30: 'half-hour|half hour|half hourly', 15: 'quarter-hour|quarter hour' },
  /** Days relative to today. */
  days: {
    0: 'today|2day|later today|sometime today',
    1: 'tomorrow|tomorow|tommorow|tommorrow|tomorrows|tmrw|tmr|tmw|2moro|2morrow|the next day',
    2: 'the day after tomorrow|day after tomorrow|overmorrow',
    3: 'in three days time',
    '-1': 'yesterday',
    '-2': 'the day before yesterday|day before yesterday',
  },
  /** Parts of a day: those after a day or "every" (`parts`), and unambiguous ones ("in the evening"). */
  parts: {
    early:
      'early|early morning|early in the morning|first thing|first thing in the morning|in the early morning|early hours',
    morning: 'morning|in the morning|mornings',
    forenoon: 'late morning|mid-morning|mid morning|midmorning',
    midday: 'lunchtime|lunch time|at lunch|at lunchtime|around lunchtime|over lunch|noonish',
    afternoon:
      'afternoon|in the afternoon|early afternoon|late afternoon|afternoons|in afternoon|mid-afternoon|mid afternoon|midafternoon',
    evening: 'evening|in the evening|early evening|evenings|eve',
    night: 'night|at night|in the night|late evening|late at night|nights|late night|tonight',
  },
  partsAlone: {
    early:
      'in the early morning|early in the morning|first thing in the morning|in the early hours of the morning',
    morning: 'in the morning|in the am',
    forenoon: 'in the late morning|mid-morning',
    midday: 'at lunch|at lunchtime|around lunchtime|over lunch|at lunch time|noonish',
    afternoon:
      'in the afternoon|in afternoon|in the pm|in the late afternoon|in the early afternoon|after lunch',
    evening: 'in the evening|in the early evening',
    night: 'at night|late at night|in the night|in the late evening',
  },
  /** A day with its part: "tonight" (`0 evening`). */
  dayParts: {
    '0 early': 'early this morning',
    '0 afternoon': 'later this afternoon',
    '0 evening': 'tonight|tonite|later tonight|2nite|later this evening',
    '0 night': 'late tonight|late tonite|tonight late',
    '1 morning': 'tomorrow am',
    '-1 evening': 'last night|yesterday evening',
  },
  /** Parts that form one word with a weekday, as in German; with an "s", "every Sunday night". */
  joinedParts: { morning: ' morning', afternoon: ' afternoon', evening: ' evening', night: ' night' },
  /** By the hour: noon 12, midnight 24. */
  hourNames: {
    12: 'noon|midday|mid-day|mid day|12 noon|twelve noon|high noon',
    24: 'midnight|12 midnight|twelve midnight',
  },
  /** "This", "the coming", "next", "the one after", "last": 0, 0.5, 1, 2, -1. */
  which: {
    0: 'this|current|the current',
    0.5: 'this coming|this upcoming|the coming|coming|upcoming|the upcoming',
    1: 'next|the next|the following|following',
    '-1': 'last|past|previous|this past',
  },
  /** Those that stand behind their noun: "the week after next", "venerdì prossimo". */
  whichBehind: { 2: 'after next' },
  /** Repeats in one word, by their interval: `2 week`. */
  adverbs: {
    '1 hour': 'hourly',
    '1 day': 'daily|everyday|nightly|each and every day',
    '1 week': 'weekly',
    '2 week': 'fortnightly|biweekly|bi-weekly',
    '1 month': 'monthly',
    '3 month': 'quarterly',
    '6 month': 'half-yearly|half yearly|semi-annually|semiannually|biannually',
    '2 day': 'on alternate days|alternate days',
    '1 year': 'yearly|annually',
    '1 workday': 'on weekdays|weekdays|on workdays|on working days|on business days',
    '1 weekend': 'on weekends|at weekends|on the weekends|weekends',
  },
  edges: {
    start: 'beginning|start|the beginning|the start|at the beginning|at the start|early|early in',
    mid: 'mid|middle|the middle|in the middle|mid-',
    end: 'end|the end|at the end|late|late in',
  },
  /** An edge and its period in one word: `end month`. */
  edgesOf: {
    'end day': 'by end of play|by the end of play|eod|cob|close of business|end of business|end of day',
    'end week': 'eow',
    'end month': 'eom|month end|month-end|monthend',
    'end year': 'eoy|year end|year-end',
    'start month': 'bom',
  },
  holidays: {
    thanksgiving: 'thanksgiving|thanksgiving day',
    christmas: 'christmas|christmas day|xmas|xmas day',
    christmasEve: 'christmas eve|xmas eve',
    boxingDay: 'boxing day',
    newYear: "new year's day|new years day|new year's|new year",
    newYearsEve: "new year's eve|new years eve",
    valentine: "valentine's day|valentines day|valentine's",
    halloween: 'halloween',
    ashWednesday: 'ash wednesday',
    goodFriday: 'good friday',
    easter: 'easter|easter sunday',
    easterMonday: 'easter monday',
    palmSunday: 'palm sunday',
    maundyThursday: 'maundy thursday',
  },
  /** Cities by zone, if their names differ from those of the tz database. */
  cities: {
    'America/New_York': 'nyc|new york city|east coast',
    'America/Los_Angeles': 'west coast',
    'Europe/Kyiv': 'kyiv',
  },
  /** Times in figures are in the 24-hour form: 3:20 is at night. */
  clockIs24: false,
  /** Words without a value. */
  plain: {
    at: 'at|@|just after|just before|shortly after|shortly before',
    about:
      'about|around|towards|perhaps around|maybe around|approximately|roughly|circa|ca|exactly|precisely|at about|at around|promptly|just after|just before|shortly after|shortly before|approx|right',
    aboutAfter:
      'sharp|exactly|precisely|on the dot|or so|approximately|latest|at the latest|prompt|roughly|or thereabouts',
    hourWord: "o'clock|oclock|o clock|ish|-ish",
    am: 'am|a.m.|a.m|a m|in the am|a',
    pm: 'pm|p.m.|p.m|p m|in the pm|p',
    past: 'past|after|from',
    before: 'to|till|before|til|of|until',
    plus: '',
    minus: '',
    halfPast: 'half past|half-past|half after|half|30 past',
    halfTo: '',
    quarterTo:
      'quarter to|a quarter to|quarter till|a quarter till|quarter of|a quarter of|quarter before|a quarter before|quarter til|a quarter til',
    quarterOf: '',
    half: 'half|half of',
    quarter: 'quarter|quarters',
    threeQuarters: 'three quarters|three-quarters|three quarter',
    article: 'a|an',
    more: 'more|full|whole|entire',
    on: 'on',
    the: 'the',
    of: "of|in|from|on|'s|during",
    in: 'in|within|after|in another|in the next|within the next',
    inMonth: 'in|by|during|until|till|til',
    by: 'by|before|no later than|not later than|at the latest by|due|due by|due on|after|from|for|until|till|due at|til|any time before|anytime before|sometime|some time',
    and: 'and|&',
    now: 'now|right now|immediately|asap',
    ago: 'ago|back|earlier|before now',
    agoBefore: '',
    hence: "from now|hence|later|from right now|from this moment|time|'time|s time|from today",
    fromDay: 'from|after|following',
    afterNext: 'after next|after the next',
    every: 'every|each|every single',
    everyDigits: '',
    /** Behind a weekday or a unit. */
    everySecond: '',
    other: 'other|second|alternate',
    each: 'per|each|every',
    once: 'once|one time|1x',
    until: 'until|till|til|through|up to|ending|ending on|to|thru|til the|up until',
    for: 'for|for the next',
    times: 'times|occurrences|time',
    lasting: 'long',
    starting: 'starting|starting on|beginning|beginning on|starting from|commencing|as of|effective|from',
    from: 'from|starting|beginning',
    through: 'to|through|thru|until|till|-|untill',
    between: 'between|in between',
    afterDone:
      "after completion|after it is done|after it's done|after completing|after completing it|after done|after finishing|after finishing it|after i finish|after i finish it|after i have done it|after i've done it|after i did it|after i do it|after i complete it|once done|once it's done|once it is done|when done|when it's done|when it is done|when completed|after it was done|after having done it|after the last time|after the last one|from completion|since last done|after being done|after each completion|after last completion",
    habitual: 'always',
    dayWord: 'day|days',
    eighth: 'week',
    theDay: '',
    onThe: 'on|by the|before the|after the|due the|due on the|due by the',
    beforeDay: 'before|prior to|ahead of',
    except: 'except|except for|but not|excluding|but|apart from|other than',
    atHoliday: 'on|at|by|before|until|for|after|this',
    zoneTime: 'time|standard time|local time|timezone|time zone',
    zoneOf: 'in|time in|local time in',
    again: 'again',
    timer: 'timer|countdown',
  },
  /** Beginnings of a sentence that are not part of a title: requests for a reminder, or to be told something. */
  reminds:
    /^(?:(?:please|pls|hey|hi|ok|okay|jarvis|can you|could you|would you|will you|i need you to|i want you to)[,!]? )*(?:remind me|(?:set|create|add|make|schedule)(?: up)?(?: me)? (?:(?:an?|another|my|new|the) )+(?:reminder|alarm)(?: for me)?|(?:a )?reminder|(?:set )?alarm|(?:(?:set|start)(?: up)?(?: me)?|give me|i (?:need|want)) (?:(?:(?:an?|my|new|the) )*(?:timer|countdown)|an?(?= .{1,20} timer))|notify me|alert me|ping me|nudge me|wake me(?: up)?|don't let me forget|do not let me forget)(?:\s+(?:to|about|of|that i (?:have|need) to|that|for)(?=\s|$)|\s*:)?\s*/iu,
  /** Requests for a reminder that mean an alarm. */
  wakes: /alarm|wake/iu,
  asks: /^(?:(?:please|jarvis|can you|could you) ?,? )*(?:tell me|give me(?! .{0,20}timer)|send me|show me|read me|brief me|update me|let me know|summari[sz]e|search (?:for|the web)|look up|check (?:the (?:web|news|weather)|whether|if there)|find out|what(?:'s| is| are)|how (?:is|many|much)|list my|write me|suggest|recommend me|ask (?:for |about )?(?:the |today's )?(?:latest )?(?:news|headlines|weather))(?!\p{L})/iu,
  /** Requests that are questions. At the beginning a time belongs to their content. */
  wonders: /^(?:(?:please|jarvis|can you|could you) ?,? )*(?:what|how)(?!\p{L})/iu,
  /** Requests with a time at their end for their result ("send me the news at 8"), unlike "tell me the weather at 8". */
  sends:
    /^(?:(?:please|jarvis|can you|could you) ?,? )*(?:send me(?! to )|brief|update|summari[sz]e|ask)(?!\p{L})/iu,
  /** Function words that tie a time to the content: "the news of 8 o'clock". */
  belongs: /(?<!\p{L})(?:the|for|from|of|about|since|until|till|before|after|between)$/iu,
  /** Ends a time that counts from the present one of what is moved: "an hour later". */
  later: 'later',
  /** In a time to move something to. */
  to: /(?<!\p{L})(?:to|until|till|for|due)(?!\p{L})/iu,
  /** Remnants before and after a title once the times are removed. "What is due" is not one: it is the request. */
  leftBefore: /^(?:and|it's time to|due|i (?:have|need) to|then)(?=\s)\s*/iu,
  leftBehind:
    / (?:at|by|and|(?<!\b(?:is|are) )due|from|starting|until|every|for|,|is|the|(?<!\bwhat )is due)$/iu,
  /** Joins a title to the request for a reminder: "remind me at 9 to call Ann", but "at 9 to the dentist". */
  joins: /^(?:to|about|that i (?:have|need) to|that|on|at|by|for|of|is)(?=\s)\s*/iu,
  /** At the end of a sentence. */
  please: / please$/iu,
  /**
   * Words before or after a time word that make it a name ("Mrs Friday"), and words that make a phrase with it ("Good
   * Friday", "the Friday meeting").
   */
  namedBefore:
    /\b(?:(?:mrs?|ms|dr|prof|miss|sir|saint|st)\.?|psalms?|genesis|exodus|romans|isaiah|proverbs) $/iu,
  phraseBefore:
    /\b(?:black|good|ash|holy|cyber|freaky|ruby|bloody|shrove|fat|easter|maundy|palm|whit|super|casual|happy|man|girl|league of|the) $/iu,
  namedBehind:
    /^(?: (?:night fever|night live|times|post|mirror|roast|football league|addams|blues|magazine)\b|['’]s\b|-\p{L})/iu,
  /**
   * Words before or after a number that is not a time of day: "look at 3 screens", "step 3"; and function words that may
   * follow a number.
   */
  riskyAfter:
    /(?<!\p{L})(?:i['’]?m|i am|look|looked|looking|stare|staring|aim|aimed|laugh|works?|worked|working|shout|glance|good|arrived?|capped|priced|valued|sold|sells|starts|all day) $/iu,
  numbered:
    /(?<!\p{L})(?:is|be|turns?|turning|turned|version|level|chapter|page|room|gate|platform|track|line|stage|step|part|phase|lesson|unit|module|episode|season|section|item|number|no\.?|bus|flight|train|tram|exit|floor|apartment|flat|act|scene|round|grade|class|figure|table|exercise|question|task|ticket|issue|sprint|milestone|volume|book|day|week|zone|size|type|draft|lane|shelf|box) $/iu,
  countedBehind:
    /^(?:%|€|\$|£|°|percent|per cent|(?:euros?|dollars?|pounds?|km|kg|mph|kph|degrees?|people|screens?|options?|points?|times|more|different|new|old|other|floor|day|try|attempt|page|line|street|avenue|ave|road|round|row|place|anniversary|birthday|chapter|edition|season|episode|grade|level|step|wave|version|hand|wheel|house|of (?:these|those|them)|(?:g|mg|lb|oz|l|ml|m|cm|mm|ft)(?!\p{L})|or (?:more|fewer)|out of|th|\p{Ll}{3,}(?<!ss|us|is)s(?!\p{L})))/iu,
  /** A plural, or a form that may be one, in the next words: what a number from two on may count. */
  plural: /^(?:\p{L}+ )?\p{L}{2,}(?<!ss|us|is)s(?!\p{L})/iu,
  follows:
    /^(?:to|and|or|for|with|in|at|on|by|about|then|that|so|please|because|but|from|until|till|if|when|after|before|i|we|the|my|her|his|our|sharp|today|call|buy|pick|go|get|take|meet|do|send|pay|remind|bring|make|check)$/u,
  /** Weekdays are written in lower case. */
  lowerWeekdays: false,
  /** Nouns are capitalised. */
  capitalNouns: false,
  /** The words for repeats describe things as well: "weekly report". */
  adverbsDescribe: true,
  /**
   * Phrases that put a time in words, "in 22 h"; `{}` is filled in. The grammar reads a repeat in these words, so that a
   * deletion can be undone.
   */
  says: {
    none: 'No time found.',
    /** For a date that does not exist, or that is in no accepted year. */
    noSuchDate: 'There is no such date in the years {} to {}.',
    /** For a time that has passed. */
    past: '{}: that has passed.',
    now: 'now',
    in: 'in {}',
    ago: '{} ago',
    minutes: '{} min',
    hours: '{} h',
  },
};
