export type Tongue = 'en' | 'de' | 'it';

/** Parts of everyday turns; `{a}` and `{b}` are topics. They share their words with the facts. */
interface Phrases {
  readonly topics: readonly string[];
  readonly requests: readonly string[];
  readonly sentences: readonly string[];
}

const list = (text: string): string[] => text.split(/\s*[,\n]\s*/).filter((item) => item !== '');

export const phrases: Readonly<Record<Tongue, Phrases>> = {
  en: {
    topics:
      list(`my garden, the tax return, a birthday party, the dog, the kitchen, a train journey, my sister,
      the car, an invoice, the dentist, a flight, breakfast, the landlord, Christmas, the wifi, my boss, running,
      a novel, the boiler, sourdough bread, a job interview, the cat, a bicycle, my grandmother, the budget,
      a presentation, the sea, tomatoes, insurance, a weekend in Rome, the piano, sleep, the neighbours, a wedding,
      mushrooms, the meeting, a spreadsheet, the roof, wine, school, an appointment, the project, a password,
      a chess opening, the doctor, yoga, the boat, a recipe with lentils, my cousin, the office, the weather`),
    requests: [
      'What should I know about {a}?',
      'Can you help me plan {a} together with {b}?',
      'Write a short text about {a}.',
      'How does {a} compare with {b}?',
      'Give me three ideas for {a}.',
      'I was thinking about {a} today. Any advice?',
      'Is it normal that {a} takes so much time?',
      'Explain {a} to a child, please.',
      'What is the best way to combine {a} and {b}?',
      'How much does {a} cost on average?',
      'Make a checklist for {a}.',
      'I had a bad day because of {a}. Tell me something nice about {b}.',
      'Who could help me with {a}?',
      'When is the best time of the year for {a}?',
      'Summarise what matters about {a} in two sentences.',
    ],
    sentences: [
      'With {a}, most people start small and keep a list of what worked.',
      'It depends on how much time you have for {a}.',
      'A good rule is to look at {b} first and at {a} afterwards.',
      'Set aside half an hour a week, write down what you find, and compare it after a month.',
      'Many find that {a} becomes easier once {b} is out of the way.',
      'The price varies a lot, so ask at least two people before you decide.',
      'Start early in the morning, take a break, and look again with fresh eyes.',
      'If in doubt, call somebody who has done it before and ask what they would change.',
      'There are three things to check: the date, the place and who is responsible.',
      'For {a}, a simple plan on one sheet of paper is usually enough.',
      'What you should avoid is doing {a} and {b} on the same day.',
      'I can draft a message about {a} if you tell me to whom it goes.',
    ],
  },
  de: {
    topics: list(`mein Garten, die Steuererklärung, eine Geburtstagsfeier, der Hund, die Küche, eine Zugfahrt,
      mein Bruder, das Auto, eine Rechnung, der Zahnarzt, ein Flug, das Frühstück, der Vermieter, Weihnachten,
      das WLAN, mein Chef, Laufen, ein Roman, die Heizung, Sauerteigbrot, ein Bewerbungsgespräch, die Katze,
      das Fahrrad, meine Großmutter, der Haushaltsplan, ein Vortrag, das Meer, Tomaten, die Versicherung,
      ein Wochenende in Rom, das Klavier, Schlaf, die Nachbarn, eine Hochzeit, Pilze, die Besprechung, der Strom,
      das Dach, Wein, die Schule, ein Termin, das Projekt, ein Passwort, Schach, die Ärztin, Yoga, der Chor,
      ein Rezept mit Linsen, die Tochter, das Büro, das Wetter`),
    requests: [
      'Was sollte ich über {a} wissen?',
      'Thema {a} und {b}: hilfst du mir bei der Planung?',
      'Schreib einen kurzen Text, Thema: {a}.',
      'Was ist wichtiger, {a} oder {b}?',
      'Gib mir drei Ideen, es geht um {a}.',
      'Heute ging mir {a} durch den Kopf. Hast du einen Rat?',
      'Ist es normal, dass {a} so viel Zeit braucht?',
      'Erkläre einem Kind, was es bedeutet: {a}.',
      'Wie passen {a} und {b} am besten zusammen?',
      'Was kostet das im Durchschnitt, {a}?',
      'Mach mir eine Checkliste: {a}.',
      'Heute war {a} anstrengend. Erzähl etwas Schönes, zum Beispiel: {b}.',
      'Wer könnte mir helfen, wenn es um {a} geht?',
      'Welche Jahreszeit ist die beste, Stichwort {a}?',
      'Fasse in zwei Sätzen zusammen, worauf es ankommt: {a}.',
    ],
    sentences: [
      'Die meisten fangen klein an und führen eine Liste, was gut ging; das gilt auch hier: {a}.',
      'Es kommt darauf an, wie viel Zeit du hast.',
      'Eine gute Regel: zuerst {b}, danach {a}.',
      'Nimm dir jede Woche eine halbe Stunde, schreib auf, was du findest, und vergleiche nach einem Monat.',
      'Viele merken, dass es leichter geht, sobald {b} erledigt ist.',
      'Die Preise schwanken stark, frag also mindestens zwei Leute, bevor du dich entscheidest.',
      'Fang früh am Morgen an, mach eine Pause und schau es dir dann noch einmal an.',
      'Ruf im Zweifel jemanden an, der es schon gemacht hat.',
      'Drei Dinge sind zu prüfen: das Datum, der Ort und wer zuständig ist.',
      'Ein einfacher Plan auf einem Blatt reicht meistens: {a}.',
      'Vermeide es, beides am selben Tag zu tun: {a} und {b}.',
      'Ich kann eine Nachricht entwerfen, wenn du mir sagst, an wen sie geht.',
    ],
  },
  it: {
    topics: list(`il mio giardino, la dichiarazione dei redditi, una festa di compleanno, il cane, la cucina,
      un viaggio in treno, mia sorella, la macchina, una fattura, il dentista, un volo, la colazione,
      il padrone di casa, il Natale, la rete wifi, il mio capo, la corsa, un romanzo, la caldaia, il pane,
      un colloquio di lavoro, il gatto, la bicicletta, la nonna, il bilancio, una presentazione, il mare,
      i pomodori, l’assicurazione, un fine settimana a Roma, il pianoforte, il sonno, i vicini, un matrimonio,
      i funghi, la riunione, un foglio di calcolo, il tetto, il vino, la scuola, un appuntamento, il progetto,
      una password, gli scacchi, il dottore, lo yoga, le scarpe, una ricetta con le lenticchie, mia cugina,
      lo studio, il tempo`),
    requests: [
      'Cosa dovrei sapere su questo: {a}?',
      'Mi aiuti a organizzare {a} insieme con {b}?',
      'Scrivi un breve testo, tema: {a}.',
      'Cosa è più importante, {a} o {b}?',
      'Dammi tre idee per questo: {a}.',
      'Oggi pensavo a una cosa: {a}. Hai un consiglio?',
      'È normale che {a} richieda tanto tempo?',
      'Spiega a un bambino cosa significa: {a}.',
      'Come si combinano {a} e {b}?',
      'Quanto costa in media {a}?',
      'Fammi una lista di controllo: {a}.',
      'Brutta giornata per colpa di questo: {a}. Dimmi qualcosa di bello, ad esempio: {b}.',
      'Chi potrebbe aiutarmi con questo: {a}?',
      'Qual è il momento migliore dell’anno? Parlo di questo: {a}.',
      'Riassumi in due frasi cosa conta: {a}.',
    ],
    sentences: [
      'Quasi tutti cominciano con poco e tengono una lista di ciò che ha funzionato; vale anche qui: {a}.',
      'Dipende da quanto tempo hai.',
      'Una buona regola: prima {b}, poi {a}.',
      'Prenditi mezz’ora alla settimana, scrivi cosa trovi e confronta dopo un mese.',
      'Molti trovano che sia più facile quando {b} è a posto.',
      'I prezzi cambiano molto, chiedi almeno a due persone prima di decidere.',
      'Comincia presto la mattina, fai una pausa e riguarda tutto con occhi freschi.',
      'Nel dubbio chiama qualcuno che lo ha già fatto e chiedi cosa cambierebbe.',
      'Ci sono tre cose da controllare: la data, il luogo e chi è responsabile.',
      'Di solito basta un piano semplice su un foglio: {a}.',
      'Evita di fare tutto nello stesso giorno: {a} e {b}.',
      'Posso scrivere una bozza di messaggio se mi dici a chi va.',
    ],
  },
};

/** Facts about many people that differ in the name alone: each is a distractor for all others. */
export const people: readonly string[] =
  list(`Adriana, Benedikt, Chiara, Dorothea, Emilio, Friederike, Giacomo,
  Henrike, Ilaria, Joaquin, Katharina, Lorenzo, Mathilda, Nicoletta, Ottavio, Philippa, Quentin, Rosalinde,
  Severin, Theodora, Ulrich, Valentina, Wendelin, Xaver, Yvonne, Zacharias, Bartolomeo, Cordula, Desmond, Elvira`);

interface About {
  readonly said: string;
  readonly asked: string;
  readonly values: readonly string[];
}

export const aboutPeople: Readonly<Record<Tongue, readonly About[]>> = {
  en: [
    {
      said: '{p} has a birthday on {v}.',
      asked: 'When is {p}’s birthday?',
      values: list('3 March, 17 July, 29 August, 8 December, 21 May'),
    },
    {
      said: 'I lent {p} my {v} yesterday.',
      asked: 'What did I lend to {p}?',
      values: list('drill, tent, camera, ladder, suitcase'),
    },
    {
      said: '{p} does not eat {v}, keep that in mind for dinner.',
      asked: 'What does {p} not eat?',
      values: list('fish, beetroot, olives, pork, coriander'),
    },
    {
      said: 'The new phone extension of {p} is {v}.',
      asked: 'What is the phone extension of {p}?',
      values: list('4417, 4823, 4092, 4655, 4301'),
    },
  ],
  de: [
    {
      said: '{p} hat am {v} Geburtstag.',
      asked: 'Wann hat {p} Geburtstag?',
      values: list('3. März, 17. Juli, 29. August, 8. Dezember, 21. Mai'),
    },
    {
      said: 'Ich habe {p} gestern mein {v} geliehen.',
      asked: 'Was habe ich {p} geliehen?',
      values: list('Zelt, Stativ, Bügeleisen, Schlauchboot, Wörterbuch'),
    },
    {
      said: '{p} isst kein {v}, das ist wichtig fürs Abendessen.',
      asked: 'Was isst {p} nicht?',
      values: list('Fleisch, Sauerkraut, Marzipan, Lamm, Eigelb'),
    },
    {
      said: 'Die neue Durchwahl von {p} ist {v}.',
      asked: 'Welche Durchwahl hat {p}?',
      values: list('4417, 4823, 4092, 4655, 4301'),
    },
  ],
  it: [
    {
      said: '{p} compie gli anni il {v}.',
      asked: 'Quando compie gli anni {p}?',
      values: list('3 marzo, 17 luglio, 29 agosto, 8 dicembre, 21 maggio'),
    },
    {
      said: 'Ieri ho prestato a {p} {v}.',
      asked: 'Cosa ho prestato a {p}?',
      values: list('il trapano, la tenda, la macchina fotografica, la scala, la valigia'),
    },
    {
      said: '{p} non mangia {v}, ricordalo per la cena.',
      asked: 'Cosa non mangia {p}?',
      values: list('il pesce, la barbabietola, le olive, il maiale, il prezzemolo'),
    },
    {
      said: 'Il nuovo interno telefonico di {p} è {v}.',
      asked: 'Qual è l’interno di {p}?',
      values: list('4417, 4823, 4092, 4655, 4301'),
    },
  ],
};
