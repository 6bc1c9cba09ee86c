/** The languages in which Jarvis itself writes: captions, built-in replies, fixed sentences. */
export type Language = 'en' | 'de' | 'it';

/**
 * The language of a text, told by its function words and letters; undefined when it does not tell (a name, a
 * number, a single word that several languages share, or a language that is not one of the three).
 */
export function detectLanguage(text: string): Language | undefined {
  const score: Record<Language, number> = { en: 0, de: 0, it: 0 };
  for (const word of text
    .slice(0, 2_000)
    .toLowerCase()
    .match(/[\p{L}\p{M}'’]+/gu) ?? []) {
    const plain = word.replaceAll('’', "'");
    for (const language of wordLanguages.get(plain) ?? []) score[language] += 1;
    if (/[äöüß]/.test(plain)) score.de += 1;
    if (/[àèìòù]$/.test(plain) || /^(?:l|un|d|c|dell|all|dall|nell|sull|quest|quell)'[\p{L}]/u.test(plain)) {
      score.it += 1;
    }
    if (/(?:'m|'re|'ve|'ll|n't)$/.test(plain)) score.en += 1;
  }
  const [first, second] = (Object.entries(score) as [Language, number][]).sort((a, b) => b[1] - a[1]);
  return first && second && first[1] > second[1] ? first[0] : undefined;
}

/** The language of the message, else the account's preference, else that of earlier messages, else English. */
export function replyLanguage(
  message: string,
  preferred: Language | 'auto',
  earlier: readonly string[] = [],
): Language {
  const told = detectLanguage(message);
  if (told) return told;
  if (preferred !== 'auto') return preferred;
  for (const text of earlier) {
    const found = detectLanguage(text);
    if (found) return found;
  }
  return 'en';
}

const words: Record<Language, string> = {
  en: `the and is are was were not i i'm you your we they my me he she it its it's of to for with on at from
    what how who where when why which please can could would should do does did have has had will add show
    list remember forget delete remove finish complete hello hi hey thanks thank today tomorrow yesterday
    that this these there about put mark task tasks rename reopen tell give make name's what's who's don't
    good morning evening time date search find look up buy call an as be been but by if or so than then
    more some any no yes all every plus minus times divided percent help milk continue`,
  de: `der die das und ist sind war waren nicht ich du wir ihr mich dich mir dir mein meine meinen meiner meinem
    dein deine deinen ein eine einen einem einer auf für mit zu zum zur den dem des von vom im am an noch auch
    was wie wer wo wann warum welche welcher welches bitte kann kannst könntest soll habe hab hast hat haben bin
    bist wird werde füge hinzu setze lösche entferne erledige erledigt merk merke vergiss zeig zeige liste
    hallo guten morgen abend tag danke heute gestern dass daß es sie er uns nach bei aus oder aber wenn dann
    aufgabe aufgaben erinnere erinnerst weißt schreib schreibe wieder öffne benenne um such suche nenne heiße
    heißt name spät uhr datum hilfe ja nein mal geteilt durch prozent über kein keine nur sehr schon alle
    weiter`,
  it: `il lo la gli le un uno una è e non io tu noi voi mi ti ci si mio mia miei mie tuo tua che di del della dei
    delle da dal per con sul sulla nel nella al alla ai alle sono sei siamo ho hai ha abbiamo cosa come chi dove
    quando perché quale quali puoi potresti vorrei aggiungi metti mostra elenca elenco ricorda ricordati
    dimentica elimina cancella rimuovi completa segna finito fatto ciao salve buongiorno buonasera grazie oggi
    domani ieri attività compito compiti lista questo questa quello quella anche ma se o più meno diviso ora ore
    giorno data aiuto aiutami sì cerca trova dimmi chiama chiamo rinomina riapri piace latte favore quanto fa
    continua`,
};

const wordLanguages = new Map<string, Language[]>();
for (const language of ['en', 'de', 'it'] as const) {
  for (const word of words[language].split(/\s+/)) {
    wordLanguages.set(word, [...(wordLanguages.get(word) ?? []), language]);
  }
}
