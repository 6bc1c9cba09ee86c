import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as italian } from '@orama/stopwords/italian';
import { wordsOf } from './fold.ts';

/** Whether a folded word is a function word of English, German or Italian: it tells nothing of what a text is about. */
export const isStopWord = (folded: string): boolean => stopWords.has(folded);

/** What the lists leave out: contractions, and what people say to an assistant whatever they ask for. */
const more = `
  a an s d t m ll re ve again please tell say said remember remind know let also just once ago earlier last time
  any much many us
  weisst weiss bitte sag sage sagen erinnere erinnerst mal nochmal laut denn gestern heute morgen schon mehr
  warum wer wen wem wann ja nein konnte fur uber
  fra d l c cos dell all nell sull quell un quando quale quali qual perche ancora anche piu molto ricordi
  ricorda ricordami detto puoi no me te`;

const stopWords = new Set([...english, ...german, ...italian, more].flatMap(wordsOf));
