import { fold } from '../text/fold.ts';
import { inAll, vocabularies } from './languages.ts';

/**
 * Everyday words with similar meanings, in English, German and Italian: a person who has said "my sister" may ask for
 * "Schwester". One group a line; only single words, because words are looked up. Weekdays and months are added below.
 */
const listed = `
sister schwester sorella sorellina
brother bruder fratello
mother mum mom mutter mama madre mamma
father dad vater papa padre
parents eltern genitori
grandmother grandma granny großmutter oma nonna
grandfather grandpa großvater opa nonno
daughter tochter figlia
son sohn figlio
child kid kind bambino bambina
baby säugling neonato
wife ehefrau moglie
husband ehemann marito
partner freund freundin fidanzato fidanzata boyfriend girlfriend ragazzo ragazza
cousin vetter cousine cugino cugina
aunt tante zia
uncle onkel zio
neighbour neighbor nachbar nachbarin vicino vicina
friend freund freundin amico amica
colleague kollege kollegin collega
boss chef chefin vorgesetzter capo manager
landlord vermieter vermieterin eigentümer owner proprietario padrone
customer client kunde kundin cliente
doctor physician arzt ärztin dottore dottoressa medico doktor
dentist zahnarzt zahnärztin zahnarztpraxis dentista
teacher lehrer lehrerin insegnante maestro maestra
lawyer anwalt anwältin avvocato
dog puppy hund hündin welpe cane cucciolo
cat kitten katze kater gatto gatta micio
horse pferd cavallo
bird vogel uccello
house haus casa
flat apartment wohnung appartamento
home zuhause daheim casa
room zimmer stanza camera
kitchen küche cucina
bathroom bad badezimmer bagno
garden garten giardino
garage tiefgarage parkhaus
cellar basement keller cantina
key schlüssel chiave
lock schloss lucchetto
code pin kombination combinazione
password passwort kennwort parola
wifi wlan wireless
car auto wagen macchina automobile
bike bicycle fahrrad rad bici bicicletta
train zug treno
plane flight flug flugzeug volo aereo
ship boat schiff boot nave barca
seat seats sitzplatz platz posto sedile
journey trip travel reise fahrt viaggio
holiday vacation urlaub ferien vacanza vacanze
hotel unterkunft albergo accommodation
restaurant lokal gasthaus gaststätte wirtshaus ristorante trattoria
shop store laden geschäft negozio
bookshop bookstore buchladen buchhandlung libreria
book buch libro
film movie kino cinema
song lied canzone
music musik musica
band kapelle gruppe gruppo
birthday geburtstag compleanno
wedding hochzeit matrimonio nozze
anniversary hochzeitstag jubiläum jahrestag anniversario
christmas weihnachten natale
easter ostern pasqua
present gift geschenk regalo
party feier fest festa
born geboren nato nata
appointment termin appuntamento
meeting besprechung sitzung riunione
deadline frist abgabe scadenza consegna
project projekt progetto
report bericht relazione
invoice bill rechnung fattura
price cost costs preis kosten kostet prezzo costo costa
pay paid zahlen bezahlen pagare pago
salary wage gehalt lohn stipendio
money geld soldi denaro
budget haushalt bilancio
bank sparkasse banca
account konto conto
insurance versicherung assicurazione
contract vertrag contratto
discount rabatt nachlass sconto
work job stelle arbeit arbeitsplatz lavoro
office büro studio ufficio
school schule scuola
university uni universität università
exam test prüfung esame
phone telephone telefon handy telefono cellulare
number nummer zahl numero
extension durchwahl interno
address adresse anschrift indirizzo
email mail e-mail
street straße via strada
city town stadt città
country land paese
floor stock stockwerk etage piano
food essen cibo
breakfast frühstück colazione
lunch mittagessen pranzo
dinner supper abendessen cena
bread brot pane
milk milch latte
wine wein vino
bottle flasche bottiglia
beer bier birra
coffee kaffee caffè
tea tee tè
fish fisch pesce
meat fleisch carne
nut nuts nuss nüsse noce noci hazelnut haselnuss nocciola
sauce soße sugo ragù salsa
recipe rezept ricetta
allergic allergy allergisch allergie allergico allergica allergia intolerance unverträglichkeit verträgt intolleranza
medicine medication medikament tablette medicina farmaco pill pillola tablet
drops tropfen gocce
headache migraine kopfschmerz kopfschmerzen migräne emicrania
blood blut sangue
heart herz cuore
weight weigh gewicht wiegen wiege peso pesare
height tall größe groß altezza alto
size größe taglia misura
shoe shoes schuh schuhe scarpa scarpe
colour color farbe colore tint ton
blue blau blu
red rot rosso
green grün verde
white weiß bianco
black schwarz nero
favourite favorite liebling lieblings preferito preferita
like love mag mögen liebe gefällt piace amo
hate hasse odio
prefer lieber bevorzuge preferisco
name called named heißt heiße chiama chiamo nome
live lives wohne wohnt lebt abito abita vive
move moved moving umziehen umgezogen umzug zieht trasferire trasferito trasloco
buy bought kaufen gekauft comprare comprato acquistare
sell sold verkaufen verkauft vendere venduto
lend lent borrowed leihen geliehen verliehen prestare prestato
book booked reserve reserved buchen gebucht reservieren reserviert prenotare prenotato
meet met treffen getroffen incontrare incontrato
repair repaired fix fixed reparieren repariert riparare riparato aggiustare
heating boiler heizung riscaldamento caldaia
plumber klempner installateur idraulico
electricity power strom elettricità corrente
meter zähler contatore
choir chor coro
gym fitnessstudio palestra
language sprache lingua
game spiel gioco`;

/** The other words of a word's groups; for a compound ("Schuhgröße"), those of its parts. Most words have none. */
export function sameMeaning(word: string): readonly string[] {
  const folded = fold(word);
  const known = others.get(folded);
  if (known) return known;
  return folded.length < compoundCharsMin
    ? []
    : partsOf(folded).flatMap((part) => [part, ...(others.get(part) ?? [])]);
}

const compoundCharsMin = 8;
const firstPartCharsMin = 4;
/** Shorter ones are in many words by chance: the lock in "Block". */
const lastPartCharsMin = 5;
/** No listed word is longer; comparing all of a run without spaces would take quadratic time. */
const partCharsMax = 32;
const othersMax = 10;

/** The longest known words at its beginning and end. */
function partsOf(compound: string): string[] {
  const partWith = (charsMin: number, cut: (length: number) => string) => {
    for (let length = Math.min(compound.length - 1, partCharsMax); length >= charsMin; length -= 1) {
      if (others.has(cut(length))) return cut(length);
    }
    return undefined;
  };
  const first = partWith(firstPartCharsMin, (length) => compound.slice(0, length));
  const last = partWith(lastPartCharsMin, (length) => compound.slice(-length));
  return [first, last].filter((part) => part !== undefined);
}

const others = new Map<string, string[]>();
const times = (['weekdays', 'months'] as const).flatMap((part) =>
  vocabularies.en.time[part].map((_, i) => inAll(({ time }) => time[part][i]?.split('|') ?? []).flat()),
);
const groups = listed
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .concat(times);
for (const group of groups) {
  for (const word of group) {
    const rest = group.filter((other) => other !== word);
    others.set(fold(word), [...(others.get(fold(word)) ?? []), ...rest].slice(0, othersMax));
  }
}
