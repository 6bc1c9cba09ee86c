/*
 * The words that `statesPassword` knows, in English, German and Italian, folded.
 */

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

export const verbs =
  set(`is are was were be equals reads : ist sind war waren lautet lauten lautete heisst heissen
  è sono era erano`);
export const naming = set(': equals reads lautet lauten lautete heisst heissen');
export const links =
  set(`number nummer numero code namely namlich cioe now jetzt ora adesso to as auf als come su
  again today heute oggi still just also currently`);
export const adverbs =
  set(`now still actually currently always just also again only simply jetzt nun noch immer eigentlich
  einfach aktuell derzeit wieder ora adesso ancora sempre attualmente`);
export const forWhat =
  set(`for of to on at my your our fur von vom zu zum zur bei beim im am an per di del della dello dell al
  alla allo sul sulla`);
export const roles = set('as for als fur come per : to');
export const determiners =
  set(`my the a our his her your their mein meine meinen meinem meiner unser unsere unserem dein deine
  das die der den dem ein eine einen il la lo i le un una mia mio miei mie nostra nostro tua tuo sua suo`);
export const clauses =
  set(`and or but because while if when that which so und oder aber weil wenn dass wahrend e o ma perche se
  quando mentre`);
export const pointers =
  set(`this that it these those here there what where which who how when something nothing everything
  dies das es dieses hier da wo was wer wie welches alles nichts questo questa quello quella qui ecco dove qual quale
  cosa come chi tutto niente`);
export const requests =
  set(`remember that please note save store keep memorize memorise jarvis merk merke merken dir bitte dass
  notiere notier speichere speicher behalte ricorda ricordati memorizza che annota salva`);
export const years = set(
  'in since from until till by before after of around seit im von bis vor nach ab um nel dal del al circa',
);
export const names =
  set(`1password office365 o365 m365 microsoft365 web3 windows10 windows11 win10 win11 oauth2 sha1 sha256
  sha512 bcrypt argon2 log4j covid19 b2b2c`);
export const units =
  set(`characters character chars letters digits words bits bytes days months years times people sites accounts
  entries passwords pins zeichen ziffern stellen buchstaben tage monate jahre mal leute caratteri cifre lettere giorni mesi
  anni volte`);
export const digitWords =
  set(`zero oh one two three four five six seven eight nine null eins zwei drei vier funf sechs sieben
  acht neun uno due tre quattro cinque sei sette otto nove`);
/** What makes of the word another thing: a password manager keeps no secret from anybody. */
export const otherThings =
  set(`manager managers generator generators policy policies reset resets field fields hint hints prompt
  protection strength length security page screen list lists database file rules rule pad board cushion vault app apps safe
  book change changes rotation hash hashes hashing history hygiene problem problems question questions collection badge
  sharing managern verwaltung leak leaks machine wheel collector`);
export const states =
  set(`too very not so quite pretty really rather never being getting about due hard easy impossible difficult
  stored saved written kept hidden known lost forgotten stolen gone broken wrong correct weak strong long short safe secure
  insecure different unique important complicated old new expired outdated missing empty in on at with from by under behind
  inside where nicht zu sehr ziemlich nie lang kurz sicher unsicher falsch richtig schwach stark alt neu abgelaufen
  vergessen verloren weg gespeichert notiert hinterlegt kompliziert schwer leicht auf im am bei unter hinter wo troppo molto
  non cosi mai lunga corta sicura debole forte sbagliata vecchia nuova scaduta salvata scritta difficile facile nel nella su
  sul sulla sotto dietro con dove mai works work fails sucks expires changes leaked please thanks again tomorrow today twice preferita preferito favourite
  yesterday tonight often anymore always now funktioniert fehlt stimmt danke morgen heute gestern oft wieder immer
  funziona scade grazie domani oggi ieri spesso ancora sempre ed`);
export const owners = set('my our mein meine meinen unser unsere mia mio miei mie nostra nostro');
