import { fold, sameMeaning } from './same-meaning.ts';

/** A word of the message that may find a turn, and others that mean about the same. */
export interface Term {
  readonly word: string;
  readonly others: readonly string[];
}

/** What is looked up for one message at most; the rest of a long message says little more. */
export const termsMax = 12;

/**
 * The words of a message that say what it is about, the telling ones first: names, numbers and long words, and
 * those of its first and last sentence. Function words of the three languages are left out.
 */
export function termsOf(message: string): Term[] {
  const weights = new Map<string, { readonly word: string; weight: number }>();
  const sentences = message.split(/(?<=[.!?\n])\s+/);
  for (const [at, sentence] of sentences.entries()) {
    const isEdge = at === 0 || at === sentences.length - 1;
    for (const [i, word] of (sentence.match(words) ?? []).entries()) {
      const folded = fold(word);
      if (empty.has(folded) || (folded.length < 2 && !/\d/.test(folded))) continue;
      const isName = i > 0 && /^\p{Lu}/u.test(word);
      const weight = (/\d/.test(word) || isName ? 3 : 0) + Math.min(folded.length, 10) / 5 + (isEdge ? 2 : 0);
      const known = weights.get(folded);
      if (!known) weights.set(folded, { word, weight });
      else known.weight = Math.max(known.weight, weight) + 0.1;
    }
  }
  return [...weights.values()]
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, termsMax)
    .map(({ word }) => ({ word, others: sameMeaning(word) }));
}

/** Runs of letters and digits, without what follows an apostrophe in "sister's". */
const words = /[\p{L}\p{N}]+/gu;

/** Words that do not tell one turn from another, folded. */
const empty = new Set(
  `a an the and or but if of to for with on at from in into by as about than then so that this these those there
  here is am are was were be been being do does did done has have had having can could will would shall should
  may might must i me my mine you your yours he him his she her hers it its we us our ours they them their not
  no yes what when where who whom whose which why how again please tell say said remember remind know let also
  just once ago earlier before time last any some all more most very much many up out over s t d ll m re ve
  der die das den dem des ein eine einen einem einer eines und oder aber wenn zu zum zur im ins am an auf aus
  fur mit von vom bei nach uber unter um als wie so dass ist bin bist sind war waren wird wurde hat habe haben
  hatte hast kann kannst konnte muss musst soll will ich mich mir mein meine meinen meiner meinem du dich dir
  dein deine deinen er sie es ihn ihm ihr ihre wir uns unser unsere nicht nein ja kein keine was wann wo wer
  wen wem welche welcher welches welchen warum noch mal nochmal wieder bitte sag sage sagen erinnere erinnerst
  weisst weiss auch nur schon da dort hier heute gestern mehr sehr viel alle ob laut denn doch
  il lo la i gli le l un uno una e o ma se di del dello della dei degli delle da dal dalla in nel nella con su
  sul sulla per tra fra che chi cosa come dove quando quale quali qual quanto quanti quante perche sono sei siamo
  era e ho hai ha abbiamo avevo io tu mi ti ci si lui lei noi voi loro mio mia miei mie tuo tua tuoi nostro
  nostra nostri non si no ancora anche piu molto tutto tutti ricordi ricorda ricordami dimmi detto puoi c cos
  dell all alla al ai alle nell sull`.split(/\s+/),
);
