import type { Language } from '../language/languages.ts';
import type { Uncomputable } from './fraction.ts';

/** What the built-in model says, in one language. Titles and contents come quoted or in bold already. */
export interface Texts {
  readonly locale: string;
  readonly added: (title: string) => string;
  readonly completed: (title: string) => string;
  readonly reopened: (title: string) => string;
  readonly deleted: (title: string) => string;
  readonly renamed: (title: string) => string;
  readonly openTasks: (count: number) => string;
  readonly doneTasks: (count: number) => string;
  readonly noTasks: string;
  readonly noOpenTasks: string;
  readonly noDoneTasks: string;
  readonly noSuchTask: (words: string) => string;
  readonly whichTask: (words: string, titles: string) => string;
  readonly saved: (content: string) => string;
  readonly memories: string;
  readonly noMemories: string;
  readonly forgotten: (content: string) => string;
  readonly noSuchMemory: (words: string) => string;
  readonly whichMemory: (words: string, contents: string) => string;
  readonly refused: Readonly<Record<string, string>>;
  readonly didNotWork: (what: string) => string;
  readonly found: (query: string) => string;
  readonly foundNothing: (query: string) => string;
  readonly searchFailed: (reason: string) => string;
  readonly today: (date: string) => string;
  readonly time: (time: string, zone: string) => string;
  readonly equals: (expression: string, result: string, exact: boolean) => string;
  readonly uncomputable: Readonly<Record<Uncomputable['reason'], string>>;
  readonly greeting: (name: string) => string;
  readonly thanks: string;
  readonly farewell: string;
  readonly howAreYou: string;
  readonly who: string;
  readonly help: string;
  readonly yourName: (name: string) => string;
  readonly unknownName: string;
  readonly youSaid: (text: string) => string;
  readonly notOffered: Readonly<Record<'tasks' | 'memories' | 'search' | 'date', string>>;
  readonly notUnderstood: string;
}

const english: Texts = {
  locale: 'en-GB',
  added: (title) => `Added ${title} to your tasks.`,
  completed: (title) => `Done: ${title} is finished.`,
  reopened: (title) => `${title} is open again.`,
  deleted: (title) => `Deleted ${title}.`,
  renamed: (title) => `The task is now called ${title}.`,
  openTasks: (count) => (count === 1 ? 'You have 1 open task:' : `You have ${count} open tasks:`),
  doneTasks: (count) => (count === 1 ? '1 task is done:' : `${count} tasks are done:`),
  noTasks: 'Your task list is empty.',
  noOpenTasks: 'You have no open tasks.',
  noDoneTasks: 'No task is done yet.',
  noSuchTask: (words) => `I found no task that matches “${words}”.`,
  whichTask: (words, titles) => `Several tasks match “${words}”: ${titles}. Which one do you mean?`,
  saved: (content) => `I will remember that: *${content}*`,
  memories: 'This is what I remember:',
  noMemories: 'I do not remember anything about you yet.',
  forgotten: (content) => `I have forgotten that: *${content}*`,
  noSuchMemory: (words) => `I remember nothing that matches “${words}”.`,
  whichMemory: (words, contents) => `Several memories match “${words}”: ${contents}. Which one do you mean?`,
  refused: {
    secret: 'I do not store passwords, keys or card numbers.',
    full: 'My memory is full. Delete something on the Memories page first.',
    memory_off: 'Memory is switched off in your settings, so I did not store that.',
    search_off: 'Web search is switched off.',
    not_asked: 'I did not do that, because your message does not ask for it.',
    invalid: 'That is too long or too short for me to store.',
  },
  didNotWork: (what) => `That did not work: ${what}`,
  found: (query) => `This is what a search for “${query}” found:`,
  foundNothing: (query) => `The search for “${query}” found nothing.`,
  searchFailed: (reason) => `The web search failed: ${reason}`,
  today: (date) => `Today is ${date}.`,
  time: (time, zone) => `It is ${time} (${zone}).`,
  equals: (expression, result, exact) => `${expression} ${exact ? '=' : '≈'} **${result}**`,
  uncomputable: {
    'division-by-zero': 'That has no result: it divides by zero.',
    'too-large': 'That result is too large for me to write down.',
    'not-real': 'That has no real number as its result.',
  },
  greeting: (name) => `Hello${name && `, ${name}`}! What can I do for you?`,
  thanks: 'You are welcome!',
  farewell: 'Goodbye!',
  howAreYou: 'I am ready to work, thank you. What can I do for you?',
  who: 'I am Jarvis, your assistant. No language model is connected right now, so I answer with built-in rules: tasks, memories, date and time, and arithmetic.',
  help: [
    'This is what I can do without a language model:',
    '',
    '- **Tasks**: “put milk on my list”, “show my tasks”, “finish the tax one”, “rename milk to oat milk”, “delete milk”',
    '- **Memories**: “remember that my dog is called Rex”, “what do you remember about me?”, “forget my dog”',
    '- **Date and time**: “what time is it?”, “what day is it?”',
    '- **Arithmetic**: “what is 15% of 80?”',
    '- **Web search**, where it is set up: “search the web for …”',
    '',
    'For everything else the operator can connect a language model, on the page *Connections* of the web app or with the setting `MODEL`.',
  ].join('\n'),
  yourName: (name) => `Your name is ${name}.`,
  unknownName: 'You have not told me your name yet.',
  youSaid: (text) => `You told me: “${text}”`,
  notOffered: {
    tasks: 'I cannot change tasks here: in this kind of call nothing is stored.',
    memories:
      'I cannot use memories here: memory is switched off, or nothing is stored in this kind of call.',
    search: 'I cannot search the web here: web search is not set up or is switched off in your settings.',
    date: 'I cannot look at the clock here.',
  },
  notUnderstood:
    'No language model is connected, so I can only help with tasks, memories, date and time, and arithmetic (say “help” for examples). The operator connects one on the page *Connections* of the web app (paste a key, or choose Ollama), or with the setting `MODEL`.',
};

const german: Texts = {
  locale: 'de-DE',
  added: (title) => `${title} steht jetzt auf deiner Liste.`,
  completed: (title) => `Erledigt: ${title}.`,
  reopened: (title) => `${title} ist wieder offen.`,
  deleted: (title) => `${title} ist gelöscht.`,
  renamed: (title) => `Die Aufgabe heißt jetzt ${title}.`,
  openTasks: (count) => (count === 1 ? 'Du hast 1 offene Aufgabe:' : `Du hast ${count} offene Aufgaben:`),
  doneTasks: (count) => (count === 1 ? '1 Aufgabe ist erledigt:' : `${count} Aufgaben sind erledigt:`),
  noTasks: 'Deine Aufgabenliste ist leer.',
  noOpenTasks: 'Du hast keine offenen Aufgaben.',
  noDoneTasks: 'Noch ist keine Aufgabe erledigt.',
  noSuchTask: (words) => `Ich habe keine Aufgabe gefunden, die zu „${words}“ passt.`,
  whichTask: (words, titles) => `Mehrere Aufgaben passen zu „${words}“: ${titles}. Welche meinst du?`,
  saved: (content) => `Das merke ich mir: *${content}*`,
  memories: 'Das habe ich mir gemerkt:',
  noMemories: 'Ich habe mir noch nichts über dich gemerkt.',
  forgotten: (content) => `Das habe ich vergessen: *${content}*`,
  noSuchMemory: (words) => `Ich habe mir nichts gemerkt, das zu „${words}“ passt.`,
  whichMemory: (words, contents) =>
    `Mehrere Erinnerungen passen zu „${words}“: ${contents}. Welche meinst du?`,
  refused: {
    secret: 'Passwörter, Schlüssel und Kartennummern speichere ich nicht.',
    full: 'Mein Gedächtnis ist voll. Lösche zuerst etwas auf der Seite „Erinnerungen“.',
    memory_off:
      'Das Gedächtnis ist in deinen Einstellungen ausgeschaltet, daher habe ich das nicht gespeichert.',
    search_off: 'Die Websuche ist ausgeschaltet.',
    not_asked: 'Das habe ich nicht getan, denn deine Nachricht verlangt es nicht.',
    invalid: 'Das ist zu lang oder zu kurz, um es zu speichern.',
  },
  didNotWork: (what) => `Das hat nicht geklappt: ${what}`,
  found: (query) => `Das hat die Suche nach „${query}“ ergeben:`,
  foundNothing: (query) => `Die Suche nach „${query}“ hat nichts ergeben.`,
  searchFailed: (reason) => `Die Websuche ist fehlgeschlagen: ${reason}`,
  today: (date) => `Heute ist ${date}.`,
  time: (time, zone) => `Es ist ${time} Uhr (${zone}).`,
  equals: (expression, result, exact) => `${expression} ${exact ? '=' : '≈'} **${result}**`,
  uncomputable: {
    'division-by-zero': 'Das hat kein Ergebnis: Durch null kann man nicht teilen.',
    'too-large': 'Dieses Ergebnis ist zu groß zum Aufschreiben.',
    'not-real': 'Das hat keine reelle Zahl als Ergebnis.',
  },
  greeting: (name) => `Hallo${name && `, ${name}`}! Was kann ich für dich tun?`,
  thanks: 'Gern geschehen!',
  farewell: 'Auf Wiedersehen!',
  howAreYou: 'Danke, ich bin bereit. Was kann ich für dich tun?',
  who: 'Ich bin Jarvis, dein Assistent. Zurzeit ist kein Sprachmodell verbunden, deshalb antworte ich nach eingebauten Regeln: Aufgaben, Erinnerungen, Datum und Uhrzeit, Rechnen.',
  help: [
    'Das kann ich ohne Sprachmodell:',
    '',
    '- **Aufgaben**: „Setze Milch auf meine Liste“, „Zeig meine Aufgaben“, „Erledige die Steuer“, „Benenne Milch in Hafermilch um“, „Lösche Milch“',
    '- **Erinnerungen**: „Merk dir, dass mein Hund Rex heißt“, „Was weißt du über mich?“, „Vergiss meinen Hund“',
    '- **Datum und Uhrzeit**: „Wie spät ist es?“, „Welcher Tag ist heute?“',
    '- **Rechnen**: „Was ist 15 % von 80?“',
    '- **Websuche**, wo sie eingerichtet ist: „Suche im Web nach …“',
    '',
    'Für alles andere kann der Betreiber ein Sprachmodell verbinden, auf der Seite *Verbindungen* der Web-App oder mit der Einstellung `MODEL`.',
  ].join('\n'),
  yourName: (name) => `Du heißt ${name}.`,
  unknownName: 'Du hast mir deinen Namen noch nicht gesagt.',
  youSaid: (text) => `Du hast mir gesagt: „${text}“`,
  notOffered: {
    tasks: 'Aufgaben kann ich hier nicht ändern: Bei dieser Art von Aufruf wird nichts gespeichert.',
    memories:
      'Erinnerungen kann ich hier nicht verwenden: Das Gedächtnis ist ausgeschaltet, oder bei dieser Art von Aufruf wird nichts gespeichert.',
    search:
      'Im Web suchen kann ich hier nicht: Die Websuche ist nicht eingerichtet oder in deinen Einstellungen ausgeschaltet.',
    date: 'Auf die Uhr sehen kann ich hier nicht.',
  },
  notUnderstood:
    'Es ist kein Sprachmodell verbunden, deshalb kann ich nur mit Aufgaben, Erinnerungen, Datum und Uhrzeit und Rechnen helfen (Beispiele mit „Hilfe“). Der Betreiber verbindet eines auf der Seite *Verbindungen* der Web-App (Schlüssel einfügen, oder Ollama wählen), oder mit der Einstellung `MODEL`.',
};

const italian: Texts = {
  locale: 'it-IT',
  added: (title) => `Ho aggiunto ${title} alle tue attività.`,
  completed: (title) => `Fatto: ${title} è completata.`,
  reopened: (title) => `${title} è di nuovo aperta.`,
  deleted: (title) => `Ho eliminato ${title}.`,
  renamed: (title) => `L'attività ora si chiama ${title}.`,
  openTasks: (count) => (count === 1 ? 'Hai 1 attività aperta:' : `Hai ${count} attività aperte:`),
  doneTasks: (count) => (count === 1 ? '1 attività è completata:' : `${count} attività sono completate:`),
  noTasks: 'La tua lista delle attività è vuota.',
  noOpenTasks: 'Non hai attività aperte.',
  noDoneTasks: 'Nessuna attività è ancora completata.',
  noSuchTask: (words) => `Non ho trovato nessuna attività che corrisponda a «${words}».`,
  whichTask: (words, titles) => `Più attività corrispondono a «${words}»: ${titles}. Quale intendi?`,
  saved: (content) => `Me lo ricorderò: *${content}*`,
  memories: 'Ecco che cosa ricordo:',
  noMemories: 'Non ricordo ancora niente di te.',
  forgotten: (content) => `Ho dimenticato questo: *${content}*`,
  noSuchMemory: (words) => `Non ricordo niente che corrisponda a «${words}».`,
  whichMemory: (words, contents) => `Più ricordi corrispondono a «${words}»: ${contents}. Quale intendi?`,
  refused: {
    secret: 'Non salvo password, chiavi o numeri di carte.',
    full: 'La mia memoria è piena. Elimina prima qualcosa nella pagina dei ricordi.',
    memory_off: 'La memoria è disattivata nelle tue impostazioni, quindi non ho salvato niente.',
    search_off: 'La ricerca sul web è disattivata.',
    not_asked: 'Non l’ho fatto, perché il tuo messaggio non lo chiede.',
    invalid: 'È troppo lungo o troppo corto per essere salvato.',
  },
  didNotWork: (what) => `Non ha funzionato: ${what}`,
  found: (query) => `Ecco che cosa ha trovato la ricerca di «${query}»:`,
  foundNothing: (query) => `La ricerca di «${query}» non ha trovato niente.`,
  searchFailed: (reason) => `La ricerca sul web non è riuscita: ${reason}`,
  today: (date) => `Oggi è ${date}.`,
  time: (time, zone) => `Sono le ${time} (${zone}).`,
  equals: (expression, result, exact) => `${expression} ${exact ? '=' : '≈'} **${result}**`,
  uncomputable: {
    'division-by-zero': 'Non ha risultato: divide per zero.',
    'too-large': 'Il risultato è troppo grande per scriverlo.',
    'not-real': 'Il risultato non è un numero reale.',
  },
  greeting: (name) => `Ciao${name && `, ${name}`}! Che cosa posso fare per te?`,
  thanks: 'Prego!',
  farewell: 'Arrivederci!',
  howAreYou: 'Sono pronto, grazie. Che cosa posso fare per te?',
  who: 'Sono Jarvis, il tuo assistente. Al momento non è collegato nessun modello linguistico, quindi rispondo con regole integrate: attività, ricordi, data e ora, aritmetica.',
  help: [
    'Ecco che cosa so fare senza un modello linguistico:',
    '',
    '- **Attività**: «aggiungi il latte alla lista», «mostra le mie attività», «completa le tasse», «rinomina latte in latte d’avena», «elimina il latte»',
    '- **Ricordi**: «ricorda che il mio cane si chiama Rex», «che cosa ricordi di me?», «dimentica il mio cane»',
    '- **Data e ora**: «che ore sono?», «che giorno è oggi?»',
    '- **Aritmetica**: «quanto fa il 15% di 80?»',
    '- **Ricerca sul web**, dove è configurata: «cerca sul web …»',
    '',
    'Per tutto il resto il gestore può collegare un modello linguistico, nella pagina *Collegamenti* dell’app web o con l’impostazione `MODEL`.',
  ].join('\n'),
  yourName: (name) => `Ti chiami ${name}.`,
  unknownName: 'Non mi hai ancora detto come ti chiami.',
  youSaid: (text) => `Mi hai detto: «${text}»`,
  notOffered: {
    tasks: 'Qui non posso modificare le attività: in questo tipo di chiamata non si salva niente.',
    memories:
      'Qui non posso usare i ricordi: la memoria è disattivata, o in questo tipo di chiamata non si salva niente.',
    search:
      'Qui non posso cercare sul web: la ricerca non è configurata o è disattivata nelle tue impostazioni.',
    date: 'Qui non posso guardare l’orologio.',
  },
  notUnderstood:
    'Non è collegato nessun modello linguistico, quindi posso aiutarti solo con attività, ricordi, data e ora e aritmetica (scrivi «aiuto» per gli esempi). Il gestore ne collega uno nella pagina *Collegamenti* dell’app web (incolla una chiave, oppure sceglie Ollama), o con l’impostazione `MODEL`.',
};

export const texts: Readonly<Record<Language, Texts>> = { en: english, de: german, it: italian };
