/** The wording of a question, relative to the statement. */
export type Asked =
  /** The turn's own words. */
  | 'same words'
  /** Other words of the same language. */
  | 'rephrased'
  /** Another language. */
  | 'other language'
  /** With typing errors. */
  | 'mistyped'
  /** About the last of several differing statements. */
  | 'updated'
  /** The words of the turn before the needed one. */
  | 'by its neighbour';

/** A fact stated once (in the last of `turns`), the questions about it, and turns that only sound like it. */
export interface Fact {
  readonly turns: readonly (readonly [person: string, reply: string])[];
  /** The turns are adjacent; otherwise they are far apart. */
  readonly together?: true;
  readonly ask: Readonly<Partial<Record<Asked, string>>>;
  readonly near: readonly string[];
}

const once = (person: string, reply: string, ask: Fact['ask'], near: readonly string[] = []): Fact => ({
  turns: [[person, reply]],
  ask,
  near,
});

export const english: readonly Fact[] = [
  once(
    'My sister Marta has finally got a puppy. The dog is named Pippin and chews everything.',
    'Congratulations to Marta! Chew toys and short training sessions help.',
    {
      rephrased: "What was my sister's dog called?",
      'same words': 'What is the name of Marta’s puppy?',
      'other language': 'Wie heißt noch mal der Hund meiner Schwester?',
    },
    [
      'Write a limerick about a dog.',
      'My sister is visiting on Sunday, what could we cook?',
      'How long may a dog stay alone?',
    ],
  ),
  once(
    'By the way, I am allergic to hazelnuts, walnuts are fine.',
    'Thanks, I will leave hazelnuts out of anything I suggest.',
    {
      rephrased: 'Which nuts do I have to avoid?',
      'same words': 'What am I allergic to?',
      mistyped: 'Wich nuts am I alergic to again?',
    },
    [
      'A guest of mine is allergic to pollen. Which flowers are safe?',
      'Are nuts healthy?',
      'Which nuts go into a Waldorf salad?',
    ],
  ),
  once(
    'The wifi in the cabin by the lake uses the network name OTTER-5G, the router sits behind the bookshelf.',
    'Noted: OTTER-5G, with the router behind the bookshelf.',
    {
      'same words': 'What is the wifi network name in the cabin?',
      rephrased: 'Where was the router hidden at the lake house?',
    },
    [
      'Why does the wifi drop whenever I use the microwave?',
      'Which router is good for a large flat?',
      'What should I pack for a weekend at the lake?',
    ],
  ),
  once(
    'I parked the car on level minus three, bay 214, in the garage near the station.',
    'Level -3, bay 214. Have a good trip.',
    { 'same words': 'In which bay did I park the car?', rephrased: 'Where did I leave my car?' },
    [
      'How do I park in a narrow garage?',
      'My car makes a grinding noise when braking.',
      'Is it cheaper to rent a car or to take the train?',
    ],
  ),
  once(
    'Our landlord is Mr Okonkwo; he only answers calls between five and six in the evening.',
    'Understood, I will remind you to call then.',
    {
      rephrased: 'When can I reach the owner of our flat by phone?',
      'same words': 'What is the name of our landlord?',
    },
    ['What may a landlord ask for as a deposit?', 'Draft a letter to the landlord about the heating.'],
  ),
  once(
    'For the record: the invoice for the Harlow project is number 2291 and went out on the third of May.',
    'Recorded: invoice 2291, sent on 3 May.',
    {
      'same words': 'Which number did the Harlow invoice have?',
      rephrased: 'When did we bill the client for Harlow?',
    },
    [
      'How do I write an invoice without tax?',
      'Remind a client kindly of an unpaid invoice.',
      'What belongs on an invoice?',
    ],
  ),
  once(
    'My grandmother was born in Trieste in 1931 and moved to Leeds after the war.',
    'What a journey, from Trieste to Leeds.',
    {
      rephrased: 'Where did my grandma come from?',
      'same words': 'In which year was my grandmother born?',
      'other language': 'Wo wurde meine Großmutter geboren?',
    },
    [
      'What do grandmothers like as a present?',
      'Tell me something about Trieste.',
      'What happened in Leeds in the nineteenth century?',
    ],
  ),
  once(
    'The plumber who fixed the boiler was called Dimitri Vale, very friendly, number on the fridge.',
    'Good to know whom to call next time.',
    {
      rephrased: 'Who repaired our heating last time?',
      mistyped: 'Who was the plummer that fixd the boiler?',
    },
    [
      'The boiler shows error F28. What does it mean?',
      'How often should a boiler be serviced?',
      'What does a plumber earn?',
    ],
  ),
  once(
    'I take 75 micrograms of thyroxine every morning before breakfast.',
    'Take it with water, half an hour before eating.',
    {
      rephrased: 'How much of my thyroid medicine do I have to take?',
      'same words': 'How many micrograms of thyroxine do I take?',
    },
    ['What is a healthy breakfast?', 'How does the thyroid work?', 'What should I take against a headache?'],
  ),
  once(
    'At the wine tasting my favourite was the Blaufränkisch from Weingut Moric, write that down for Christmas.',
    'Written down: Moric, Blaufränkisch.',
    {
      rephrased: 'Which bottle did I want to buy for Christmas?',
      'same words': 'Which wine was my favourite at the tasting?',
    },
    [
      'Which wine goes with mushrooms?',
      'Plan a menu for Christmas.',
      'How long does an open bottle of wine keep?',
    ],
  ),
  {
    turns: [
      ['My flight to Oslo leaves at 7:40 from terminal 2.', 'Be there by six.'],
      [
        'They changed my flight to Oslo: it leaves at 9:15 now, from terminal 1.',
        'More sleep, then: 9:15 from terminal 1.',
      ],
    ],
    ask: { updated: 'When does my flight to Oslo leave, and from which terminal?' },
    near: [
      'What is there to see in Oslo?',
      'What may I take on a flight?',
      'How do I change a flight booking?',
    ],
  },
  {
    turns: [
      ['I weigh 84 kilos at the moment.', 'Noted.'],
      ['Weighed myself this morning: 79 kilos!', 'Well done.'],
    ],
    ask: { updated: 'What do I weigh now?' },
    near: ['How much does an elephant weigh?', 'How many calories does running burn?'],
  },
  {
    turns: [
      ['Can you help me choose a name for our sailing boat?', 'Something short, perhaps. What is she like?'],
      ['We went for Kittiwake in the end.', 'A lovely bird, and a lovely choice.'],
    ],
    together: true,
    ask: { 'by its neighbour': 'What name did we choose for the sailing boat?' },
    near: ['How do I learn sailing?', 'Suggest a name for a bakery.', 'What does a small boat cost a year?'],
  },
  {
    turns: [
      ['I have an appointment with the orthodontist for Leo.', 'When is it? I can keep it in mind.'],
      ['On the 19th, a quarter past three.', 'The 19th at 15:15. Noted.'],
    ],
    together: true,
    ask: { 'by its neighbour': 'When is Leo’s orthodontist appointment?' },
    near: ['What does an orthodontist do?', 'How do I cancel an appointment politely?'],
  },
];

export const german: readonly Fact[] = [
  once(
    'Mein Bruder Jannis zieht im Oktober nach Rostock, er hat dort eine Stelle am Hafen bekommen.',
    'Schön für Jannis! Rostock liegt herrlich am Wasser.',
    {
      rephrased: 'Wohin ist mein Bruder umgezogen?',
      'same words': 'Wann zieht Jannis nach Rostock?',
      'other language': 'Where does my brother move to?',
    },
    [
      'Was kann man in Rostock unternehmen?',
      'Mein Bruder hat Geburtstag, was schenke ich ihm?',
      'Wie finde ich eine Stelle als Lehrer?',
    ],
  ),
  once(
    'Der Zählerstand vom Strom war am Jahresende 48213, bitte behalten.',
    'Behalten: 48213 zum Jahresende.',
    {
      'same words': 'Wie war der Zählerstand vom Strom am Jahresende?',
      rephrased: 'Welche Zahl stand Ende Dezember auf dem Stromzähler?',
    },
    [
      'Wie spare ich Strom in der Küche?',
      'Was kostet Strom im Vergleich zu Gas?',
      'Wie lese ich einen Zähler ab?',
    ],
  ),
  once(
    'Unsere Tochter verträgt keine Laktose, Hafermilch geht aber gut.',
    'Dann nehme ich in Rezepten Hafermilch.',
    {
      rephrased: 'Welche Unverträglichkeit hat unser Kind?',
      'same words': 'Welche Milch geht bei unserer Tochter?',
      mistyped: 'Was vertregt unsere Tochtr nicht?',
    },
    ['Wie mache ich Hafermilch selbst?', 'Was koche ich für zehn Kinder?', 'Wie lange ist Milch haltbar?'],
  ),
  once(
    'Die Zahnarztpraxis Lindqvist hat uns den Termin auf den 4. November gelegt, acht Uhr früh.',
    'Der 4. November um acht, ich merke es mir.',
    {
      rephrased: 'Wann müssen wir zum Zahnarzt?',
      'same words': 'Wie heißt unsere Zahnarztpraxis?',
      'other language': 'When is our dentist appointment?',
    },
    [
      'Wie oft sollte man zum Zahnarzt gehen?',
      'Sag bitte einen Termin höflich ab.',
      'Was hilft gegen Angst vor dem Zahnarzt?',
    ],
  ),
  once(
    'Das Schloss am Fahrrad öffnet mit 7 1 9 4, das Rad steht im Keller hinter der Waschmaschine.',
    'Gut, das Rad hinter der Waschmaschine.',
    { rephrased: 'Wo haben wir das Rad abgestellt?', 'same words': 'Wie geht das Schloss am Fahrrad auf?' },
    [
      'Welches Schloss ist für ein Fahrrad sicher?',
      'Meine Waschmaschine schleudert nicht mehr.',
      'Wie lagere ich Wein im Keller?',
    ],
  ),
  once(
    'Mein Chef heißt Herr Abendroth und besteht auf Berichten jeden Donnerstag vor zwölf.',
    'Donnerstag vor zwölf also.',
    { rephrased: 'Bis wann will mein Vorgesetzter die Berichte?', 'same words': 'Wie heißt mein Chef?' },
    [
      'Wie bitte ich den Chef um mehr Gehalt?',
      'Schreib einen Bericht über die Messe.',
      'Mein Chef ist krank, wer vertritt ihn?',
    ],
  ),
  once(
    'Zum Hochzeitstag waren wir im Gasthaus Kupferkanne, der Sauerbraten dort war der beste überhaupt.',
    'Das klingt nach einem gelungenen Abend.',
    {
      rephrased: 'In welchem Lokal haben wir unser Jubiläum gefeiert?',
      'same words': 'Wo gab es den besten Sauerbraten?',
    },
    [
      'Wie lange muss ein Sauerbraten ziehen?',
      'Was schenkt man zum fünften Hochzeitstag?',
      'Nenne ein Gasthaus mit Garten in Bonn.',
    ],
  ),
  once(
    'Für das Bad haben wir die Farbe Salbeigrün 3042 genommen, zwei Eimer sind übrig.',
    'Zwei Eimer Salbeigrün 3042 übrig, gut für Ausbesserungen.',
    {
      rephrased: 'Welchen Ton haben die Wände im Badezimmer?',
      'same words': 'Welche Farbe haben wir für das Bad genommen?',
    },
    [
      'Welche Farbe passt in ein kleines Bad?',
      'Wie bekommt man Farbe von den Händen?',
      'Wie viel Farbe brauche ich für zwanzig Quadratmeter?',
    ],
  ),
  once(
    'Frau Dr. Szymański hat mir gegen die Migräne ein Nasenspray mit Sumatriptan verschrieben.',
    'Gute Besserung, und höchstens zweimal am Tag.',
    {
      rephrased: 'Was hilft mir laut Ärztin gegen meine Kopfschmerzen?',
      mistyped: 'Was hat mir Dr. Szymanski gegen Migrene verschriben?',
    },
    ['Woher kommt Migräne?', 'Was hilft gegen Schnupfen, ein Nasenspray?', 'Wie finde ich eine gute Ärztin?'],
  ),
  once(
    'Der Mietwagen in Palermo ist bei der Firma Sicilauto reserviert, Bestätigung QX77.',
    'Sicilauto, QX77. Gute Reise!',
    {
      rephrased: 'Bei wem haben wir das Auto für Sizilien gebucht?',
      'same words': 'Welche Bestätigung hat der Mietwagen in Palermo?',
    },
    ['Was muss ich beim Mietwagen beachten?', 'Was isst man in Palermo?', 'Ist ein Auto in Sizilien nötig?'],
  ),
  {
    turns: [
      ['Die Chorprobe ist montags um halb acht in der Aula.', 'Montags, 19:30, Aula.'],
      [
        'Die Chorprobe wurde verlegt: ab jetzt mittwochs um acht im Gemeindehaus.',
        'Dann mittwochs, 20 Uhr, Gemeindehaus.',
      ],
    ],
    ask: { updated: 'Wann und wo ist die Chorprobe?' },
    near: ['Welche Lieder eignen sich für einen Chor?', 'Wie wärmt man vor der Probe die Stimme auf?'],
  },
  {
    turns: [
      ['Das Sparziel für die Küche liegt bei 6.000 Euro.', 'Ein gutes Ziel.'],
      ['Wir haben das Sparziel für die Küche auf 8.500 Euro erhöht.', 'Dann 8.500 Euro.'],
    ],
    ask: { updated: 'Wie hoch ist unser Sparziel für die Küche?' },
    near: ['Was kostet eine Küche im Durchschnitt?', 'Wie lege ich Euro sicher an?'],
  },
  {
    turns: [
      ['Wer könnte auf unserem Sommerfest Musik machen?', 'Eine Band aus der Nachbarschaft vielleicht?'],
      ['Die Blaskapelle Wachtelhofen hat zugesagt, für 400 Euro.', 'Wunderbar, das wird ein Fest!'],
    ],
    together: true,
    ask: { 'by its neighbour': 'Wer macht auf dem Sommerfest die Musik?' },
    near: ['Welche Spiele passen zu einem Sommerfest?', 'Was für Musik hilft beim Einschlafen?'],
  },
];

export const italian: readonly Fact[] = [
  once(
    'Mia cugina Ginevra ha aperto una libreria a Lecce, si chiama La Tartaruga Blu.',
    'Che bello, auguri a Ginevra!',
    {
      rephrased: 'Come si chiama il negozio di libri di mia cugina?',
      'same words': 'Dove ha aperto la libreria Ginevra?',
      'other language': 'What is the name of my cousin’s bookshop?',
    },
    ['Consigliami una libreria a Torino.', 'Cosa regalo a mia cugina?', 'Cosa vedere a Lecce in due giorni?'],
  ),
  once(
    'Il nostro gatto Ettore deve prendere le gocce per il cuore ogni sera, quattro gocce.',
    'Quattro gocce ogni sera per Ettore.',
    {
      rephrased: 'Quante gocce diamo al micio la sera?',
      'same words': 'Cosa deve prendere il gatto Ettore?',
      'other language': 'How many drops does our cat get?',
    },
    ['Perché il gatto dorme tanto?', 'Quanto vive un gatto in casa?', 'Come tengo sano il cuore?'],
  ),
  once(
    'Ho lasciato le chiavi di riserva dalla signora Bonfanti, al secondo piano.',
    'Le chiavi sono dalla signora Bonfanti.',
    {
      rephrased: 'Chi ha le mie chiavi di casa?',
      'same words': 'Da chi ho lasciato le chiavi di riserva?',
      mistyped: 'Da chi ho lasiato le ciavi di risserva?',
    },
    [
      'Come si duplica una chiave?',
      'Ho perso le chiavi della macchina, cosa faccio?',
      'Quanto costa un appartamento al secondo piano?',
    ],
  ),
  once(
    'Il treno per Matera con Sofia è prenotato, carrozza 7, posti 12A e 12B.',
    'Carrozza 7, posti 12A e 12B. Buon viaggio!',
    { rephrased: 'Dove siamo seduti in treno?', 'same words': 'Quali posti abbiamo sul treno per Matera?' },
    ['Quanto dura il treno da Roma a Bari?', 'Cosa si mangia a Matera?', 'Posso portare la bici in treno?'],
  ),
  once(
    'La ricetta della nonna per il ragù vuole due ore e mezza e un bicchiere di vino bianco, mai rosso.',
    'Vino bianco, due ore e mezza: annotato.',
    { rephrased: 'Che vino metteva la nonna nel sugo?', 'same words': 'Quanto cuoce il ragù della nonna?' },
    [
      'Che vino si abbina al pesce?',
      'Dammi una ricetta con le zucchine.',
      'Quanto deve riposare la pasta fresca?',
    ],
  ),
  once(
    'Lo studio ha scelto come fornitore della carta la ditta Fedrigotti, sconto del 12 per cento.',
    'Fedrigotti, sconto del 12 per cento.',
    { rephrased: 'Chi ci vende la carta?', 'same words': 'Che sconto abbiamo dalla ditta Fedrigotti?' },
    [
      'Quanta carta si ricava da un albero?',
      'Come chiedo uno sconto a un fornitore?',
      'Quale carta è adatta agli acquerelli?',
    ],
  ),
  once(
    'Porto il 42 di scarpe ma negli scarponi da sci mi serve il 43.',
    'Annotato: 42, e 43 negli scarponi.',
    {
      rephrased: 'Che numero di scarpe porto?',
      'same words': 'Che numero mi serve negli scarponi da sci?',
      'other language': 'Welche Schuhgröße habe ich?',
    },
    [
      'Come si puliscono le scarpe di camoscio?',
      'Dove si va a sciare in aprile?',
      'Che scarpe metto con un abito blu?',
    ],
  ),
  once(
    'Il dottor Quaranta mi ha detto di rifare le analisi del sangue a metà febbraio.',
    'A metà febbraio, allora.',
    {
      rephrased: 'Quando devo fare l’esame del sangue?',
      'same words': 'Cosa mi ha detto il dottor Quaranta?',
    },
    [
      'Cosa significano le analisi del fegato?',
      'Come si toglie una macchia di sangue?',
      'Quando fiorisce il mandorlo, a febbraio?',
    ],
  ),
  once(
    'Per il compleanno di Tommaso abbiamo prenotato il campo da paddle sabato alle 17.',
    'Sabato alle 17, che bella festa.',
    {
      rephrased: 'A che ora festeggiamo Tommaso?',
      mistyped: 'Cosa abiamo prenotato per il conpleanno di Tomaso?',
    },
    [
      'Idee per un compleanno di sei anni?',
      'Quanto costa un campo da tennis?',
      'Regole del paddle in breve?',
    ],
  ),
  {
    turns: [
      ['La palestra costa 45 euro al mese.', 'Un prezzo onesto.'],
      ['La palestra ha aumentato: adesso pago 58 euro al mese.', 'Un bell’aumento, 58 euro.'],
    ],
    ask: { updated: 'Quanto pago di palestra al mese?' },
    near: ['Che esercizi faccio in palestra?', 'Quanto si spende al mese per la spesa?'],
  },
  {
    turns: [
      ['Il mio progetto al lavoro si chiama Aurora e la consegna è il 30 giugno.', 'Il 30 giugno, bene.'],
      ['La consegna del progetto Aurora è slittata al 15 settembre.', 'Allora il 15 settembre.'],
    ],
    ask: { updated: 'Quando è la consegna del progetto Aurora?' },
    near: ['Come si pianifica un progetto?', 'Dove si vede l’aurora boreale?'],
  },
  {
    turns: [
      [
        'Sto cercando una tata per i gemelli, che consigli hai?',
        'Parlare con altri genitori del quartiere aiuta.',
      ],
      ['Trovata! Comincia Noemi, da lunedì, dodici euro l’ora.', 'Ottimo, buon inizio a Noemi.'],
    ],
    together: true,
    ask: { 'by its neighbour': 'Chi è la tata che abbiamo trovato per i gemelli?' },
    near: ['Cosa fanno i gemelli nello stesso letto?', 'Consigli per un lungo viaggio con bambini?'],
  },
];
