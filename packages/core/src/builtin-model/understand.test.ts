import { costOfDoubling } from '@jarvis/testkit';
import { whole } from '@jarvis/testkit/whole';
import { expect, test } from 'vitest';
import type { Intent } from './intents.ts';
import { understand } from './understand.ts';

/** Requests to be carried out at a time. */
const later = (all: readonly (readonly [message: string, prompt: string, when: string])[]) =>
  all.map(([message, prompt, when]): [string, Intent[]] => [
    message,
    [{ kind: 'create_schedule', prompt, when }],
  ]);

test.each<[string, Intent[]]>([
  [
    'put milk on my list and finish the tax one',
    [
      { kind: 'add_task', title: 'Milk' },
      { kind: 'complete_task', task: 'tax' },
    ],
  ],
  ['Add milk and eggs to my list', [{ kind: 'add_task', title: 'Milk and eggs' }]],
  [
    'add a task to call the dentist, then show my tasks',
    [{ kind: 'add_task', title: 'Call the dentist' }, { kind: 'list_tasks' }],
  ],
  ['Create a task: "Pay rent and water"', [{ kind: 'add_task', title: 'Pay rent and water' }]],
  ['Please add buy bread to my to-do list', [{ kind: 'add_task', title: 'Buy bread' }]],
  ['Remind me to water the plants', [{ kind: 'add_task', title: 'Water the plants' }]],
  ['mark the dentist task as done', [{ kind: 'complete_task', task: 'dentist' }]],
  ['Rename milk to oat milk', [{ kind: 'rename_task', task: 'milk', title: 'oat milk' }]],
  ['reopen the tax task', [{ kind: 'reopen_task', task: 'tax' }]],
  ['Delete the milk task', [{ kind: 'delete_task', task: 'milk' }]],
  ['remove milk from my list', [{ kind: 'delete_task', task: 'milk' }]],
  ["What's on my list?", [{ kind: 'list_tasks' }]],
  ['show me my tasks', [{ kind: 'list_tasks' }]],
  ['List my open tasks', [{ kind: 'list_tasks' }]],
  ['Remember that my dog is called Rex', [{ kind: 'save_memory', content: 'My dog is called Rex' }]],
  ['My favourite colour is blue.', [{ kind: 'save_memory', content: 'My favourite colour is blue' }]],
  ['What do you remember about me?', [{ kind: 'list_memories' }]],
  ['forget that my dog is called Rex', [{ kind: 'forget_memory', memory: 'my dog is called Rex' }]],
  ['What time is it?', [{ kind: 'current_date', asks: 'time' }]],
  ["What's the date today?", [{ kind: 'current_date', asks: 'date' }]],
  ['search the web for bees', [{ kind: 'web_search', query: 'bees' }]],
  ['Hello!', [{ kind: 'greeting' }]],
  ['thanks', [{ kind: 'thanks' }]],
  ['Who are you?', [{ kind: 'who' }]],
  ['help', [{ kind: 'help' }]],
  ['What can you do?', [{ kind: 'help' }]],
  ['Can you add a task to buy milk?', [{ kind: 'add_task', title: 'Buy milk' }]],
  ['I need to buy milk, add it to my list', [{ kind: 'add_task', title: 'Buy milk' }]],
  [
    'Add milk, eggs and bread to my list',
    [
      { kind: 'add_task', title: 'Milk' },
      { kind: 'add_task', title: 'Eggs' },
      { kind: 'add_task', title: 'Bread' },
    ],
  ],
  ["I'm done with the report", [{ kind: 'complete_task', task: 'report' }]],
  ['what tasks do I have?', [{ kind: 'list_tasks' }]],
  [
    'remind me to call Grace tomorrow at 9',
    [{ kind: 'add_task', title: 'Call Grace', when: 'tomorrow at 9', remind: 0 }],
  ],
  [
    'Remind me tomorrow at 9:15 to call Anna and buy milk',
    [{ kind: 'add_task', title: 'Call Anna and buy milk', when: 'tomorrow at 9:15', remind: 0 }],
  ],
  ['add swim to my list every Monday', [{ kind: 'add_task', title: 'Swim', when: 'every Monday' }]],
  ['move the dentist to Friday at 3', [{ kind: 'set_due', task: 'dentist', when: 'to Friday at 3' }]],
  [
    'tomorrow at 9 remind me to call Grace',
    [{ kind: 'add_task', title: 'Call Grace', when: 'tomorrow at 9', remind: 0 }],
  ],
  ['snooze it for an hour', [{ kind: 'snooze_task', when: 'an hour' }]],
  ['Snooze it', [{ kind: 'snooze_task', when: 'in an hour' }]],
  ['snooze the dentist', [{ kind: 'snooze_task', task: 'dentist', when: 'in an hour' }]],
  [
    'Snooze the dentist until tomorrow at 9',
    [{ kind: 'snooze_task', task: 'dentist', when: 'until tomorrow at 9' }],
  ],
  ['remind me again in 20 minutes', [{ kind: 'snooze_task', when: 'in 20 minutes' }]],
  [
    'every morning at 7 tell me what is due today',
    [{ kind: 'create_schedule', prompt: 'Tell me what is due today', when: 'every morning at 7' }],
  ],
  [
    'every weekday at 8 tell me what is due',
    [{ kind: 'create_schedule', prompt: 'Tell me what is due', when: 'every weekday at 8' }],
  ],
  ['stop the morning report', [{ kind: 'change_schedule', schedule: 'morning report', state: 'paused' }]],
  ...later([
    ['tomorrow at 8 ask the news', 'Ask the news', 'tomorrow at 8'],
    ['summarise my tasks at 17:00 today', 'Summarise my tasks', 'at 17:00 today'],
    ['Jarvis, tomorrow at 8 tell me what is due', 'Tell me what is due', 'tomorrow at 8'],
    ['tell me tomorrow at 8 what is due', 'Tell me what is due', 'tomorrow at 8'],
    ['Could you tell me tomorrow at 8 what is due?', 'Tell me what is due', 'tomorrow at 8'],
    ['in 2 hours, please tell me what is due', 'Tell me what is due', 'in 2 hours'],
    ['Can you send me the news on Friday at 7 please', 'Send me the news', 'on Friday at 7'],
    [
      'Tomorrow morning search the web for bees, and wasps',
      'Search the web for bees, and wasps',
      'Tomorrow morning',
    ],
  ]),
  ['pause the schedule “Bees”', [{ kind: 'change_schedule', schedule: 'Bees', state: 'paused' }]],
  ['resume the morning report', [{ kind: 'change_schedule', schedule: 'morning report', state: 'active' }]],
  [
    'start the morning report again',
    [{ kind: 'change_schedule', schedule: 'morning report', state: 'active' }],
  ],
  ['delete the schedule morning report', [{ kind: 'delete_schedule', schedule: 'morning report' }]],
  ['Please cancel my bees schedule', [{ kind: 'delete_schedule', schedule: 'bees' }]],
  ['which schedules do I have?', [{ kind: 'list_schedules' }]],
  ['show me my schedules', [{ kind: 'list_schedules' }]],
  ['tell me what schedules I have', [{ kind: 'list_schedules' }]],
  ['delete the schedule', [{ kind: 'delete_task', task: 'schedule' }]],
  ['What is scheduled?', [{ kind: 'list_schedules' }]],
  ['What is due today?', [{ kind: 'list_tasks', due: 'today' }]],
  ['Tell me what is due', [{ kind: 'list_tasks', due: 'today' }]],
  ['what is due tomorrow?', [{ kind: 'list_tasks', due: 'tomorrow' }]],
  ["what's overdue", [{ kind: 'list_tasks', due: 'overdue' }]],
  ['what do I have to do this week?', [{ kind: 'list_tasks', due: 'week' }]],
  ['Hi Jarvis, add milk to my list please', [{ kind: 'add_task', title: 'Milk' }]],
])('English: %s', (message, intents) => {
  expect(understand(message, 'en')).toEqual(intents);
});

test.each<[string, Intent[]]>([
  [
    'Setze Milch auf meine Liste und erledige die Steuer',
    [
      { kind: 'add_task', title: 'Milch' },
      { kind: 'complete_task', task: 'Steuer' },
    ],
  ],
  ['Füge Brot zu meiner Liste hinzu', [{ kind: 'add_task', title: 'Brot' }]],
  ['Erstelle eine Aufgabe: Zahnarzt anrufen', [{ kind: 'add_task', title: 'Zahnarzt anrufen' }]],
  ['Neue Aufgabe Fenster putzen', [{ kind: 'add_task', title: 'Fenster putzen' }]],
  ['Markiere die Steuer als erledigt', [{ kind: 'complete_task', task: 'Steuer' }]],
  ['Öffne die Steuer wieder', [{ kind: 'reopen_task', task: 'Steuer' }]],
  ['Lösche die Aufgabe Milch', [{ kind: 'delete_task', task: 'Milch' }]],
  ['Benenne Milch in Hafermilch um', [{ kind: 'rename_task', task: 'Milch', title: 'Hafermilch' }]],
  ['Zeig mir meine Aufgaben', [{ kind: 'list_tasks' }]],
  ['Was steht auf meiner Liste?', [{ kind: 'list_tasks' }]],
  ['Merk dir, dass mein Hund Rex heißt', [{ kind: 'save_memory', content: 'Mein Hund heißt Rex' }]],
  ['Was weißt du über mich?', [{ kind: 'list_memories' }]],
  ['Vergiss meinen Hund', [{ kind: 'forget_memory', memory: 'meinen Hund' }]],
  ['Wie spät ist es?', [{ kind: 'current_date', asks: 'time' }]],
  [
    'Erinnere mich übermorgen um halb neun daran, Grace anzurufen',
    [{ kind: 'add_task', title: 'Grace anrufen', when: 'übermorgen um halb neun', remind: 0 }],
  ],
  [
    'Verschiebe den Zahnarzt auf Freitag um 15 Uhr',
    [{ kind: 'set_due', task: 'Zahnarzt', when: 'auf Freitag um 15 Uhr' }],
  ],
  ['Erinnere mich in einer Stunde noch einmal', [{ kind: 'snooze_task', when: 'in einer Stunde' }]],
  [
    'Sag mir jeden Morgen um 8, was fällig ist',
    [{ kind: 'create_schedule', prompt: 'Sag mir, was fällig ist', when: 'jeden Morgen um 8' }],
  ],
  ['Stoppe den Morgenbericht', [{ kind: 'change_schedule', schedule: 'Morgenbericht', state: 'paused' }]],
  ...later([
    ['morgen um 8 frag die Nachrichten ab', 'Frag die Nachrichten ab', 'morgen um 8'],
    ['Suche morgen um 8 im Web nach Bienen', 'Suche im Web nach Bienen', 'morgen um 8'],
    ['Prüfe morgen um 8, ob es regnet', 'Prüfe, ob es regnet', 'morgen um 8'],
    ['Fasse heute um 17 Uhr meine Aufgaben zusammen', 'Fasse meine Aufgaben zusammen', 'heute um 17 Uhr'],
    ['In zwei Stunden sag mir bitte, was fällig ist', 'Sag mir bitte, was fällig ist', 'In zwei Stunden'],
    ['Schick mir die Nachrichten morgen um 8', 'Schick mir die Nachrichten', 'morgen um 8'],
  ]),
  ['Pausiere den Zeitplan Bienen', [{ kind: 'change_schedule', schedule: 'Bienen', state: 'paused' }]],
  ['Setze den Morgenbericht fort', [{ kind: 'change_schedule', schedule: 'Morgenbericht', state: 'active' }]],
  [
    'Nimm den Morgenbericht wieder auf',
    [{ kind: 'change_schedule', schedule: 'Morgenbericht', state: 'active' }],
  ],
  ['Lösche den Zeitplan Morgenbericht', [{ kind: 'delete_schedule', schedule: 'Morgenbericht' }]],
  ['Welche Zeitpläne habe ich?', [{ kind: 'list_schedules' }]],
  ['Zeitplan Bienen löschen', [{ kind: 'delete_schedule', schedule: 'Bienen' }]],
  ['Was ist geplant?', [{ kind: 'list_schedules' }]],
  [
    'Sag mir jeden Morgen um 8, was heute fällig ist',
    [{ kind: 'create_schedule', prompt: 'Sag mir, was heute fällig ist', when: 'jeden Morgen um 8' }],
  ],
  ['schlummern', [{ kind: 'snooze_task', when: 'in einer Stunde' }]],
  ['snooze den Zahnarzt bis morgen', [{ kind: 'snooze_task', task: 'Zahnarzt', when: 'bis morgen' }]],
  ['Was ist heute fällig?', [{ kind: 'list_tasks', due: 'today' }]],
  ['Sag mir was fällig ist', [{ kind: 'list_tasks', due: 'today' }]],
  ['Sag mir, was heute fällig ist', [{ kind: 'list_tasks', due: 'today' }]],
  ['Was muss ich morgen erledigen?', [{ kind: 'list_tasks', due: 'tomorrow' }]],
  ['Was steht diese Woche an?', [{ kind: 'list_tasks', due: 'week' }]],
  ['Welcher Tag ist heute?', [{ kind: 'current_date', asks: 'date' }]],
  ['Suche im Internet nach Bienen', [{ kind: 'web_search', query: 'Bienen' }]],
  ['Hallo', [{ kind: 'greeting' }]],
  ['Kannst du bitte Milch auf die Liste setzen?', [{ kind: 'add_task', title: 'Milch' }]],
  ['Füge Milch kaufen zu meinen Aufgaben hinzu', [{ kind: 'add_task', title: 'Milch kaufen' }]],
  ['Erinnere mich daran, Brot zu kaufen', [{ kind: 'add_task', title: 'Brot kaufen' }]],
  ['Erinnere mich daran, Mama anzurufen', [{ kind: 'add_task', title: 'Mama anrufen' }]],
  ['Milch ist erledigt', [{ kind: 'complete_task', task: 'Milch' }]],
  ['Kannst du dir merken, dass ich Tee mag?', [{ kind: 'save_memory', content: 'Ich mag Tee' }]],
  ['Vergiss, dass ich Tee mag', [{ kind: 'forget_memory', memory: 'ich Tee mag' }]],
  ['Vielen Dank!', [{ kind: 'thanks' }]],
  ['Wer bist du?', [{ kind: 'who' }]],
])('German: %s', (message, intents) => {
  expect(understand(message, 'de')).toEqual(intents);
});

test.each<[string, Intent[]]>([
  [
    "Ricordami tra mezz'ora di spegnere il forno",
    [{ kind: 'add_task', title: 'Spegnere il forno', when: "tra mezz'ora", remind: 0 }],
  ],
  [
    'Sposta il dentista a venerdì alle 15',
    [{ kind: 'set_due', task: 'dentista', when: 'a venerdì alle 15' }],
  ],
  ['ricordamelo di nuovo tra un’ora', [{ kind: 'snooze_task', when: "tra un'ora" }]],
  [
    'ogni giorno alle 8 dimmi cosa scade',
    [{ kind: 'create_schedule', prompt: 'Dimmi cosa scade', when: 'ogni giorno alle 8' }],
  ],
  [
    'ogni giorno alle 8 dimmi cosa scade oggi',
    [{ kind: 'create_schedule', prompt: 'Dimmi cosa scade oggi', when: 'ogni giorno alle 8' }],
  ],
  ['posponilo', [{ kind: 'snooze_task', when: "tra un'ora" }]],
  ['ferma il rapporto', [{ kind: 'change_schedule', schedule: 'rapporto', state: 'paused' }]],
  ...later([
    ['domani alle 8 chiedi le notizie', 'Chiedi le notizie', 'domani alle 8'],
    ['riassumi le mie attività oggi alle 17', 'Riassumi le mie attività', 'oggi alle 17'],
    ['controlla domani alle 8 se piove', 'Controlla se piove', 'domani alle 8'],
    ['dimmi domani alle 8 cosa scade', 'Dimmi cosa scade', 'domani alle 8'],
    ['Tra due ore, dimmi cosa scade', 'Dimmi cosa scade', 'Tra due ore'],
  ]),
  ['metti in pausa la pianificazione api', [{ kind: 'change_schedule', schedule: 'api', state: 'paused' }]],
  ['riprendi il rapporto', [{ kind: 'change_schedule', schedule: 'rapporto', state: 'active' }]],
  ['elimina la pianificazione rapporto', [{ kind: 'delete_schedule', schedule: 'rapporto' }]],
  ['cancella la pianificazione delle api', [{ kind: 'delete_schedule', schedule: 'api' }]],
  ['riattiva la pianificazione delle api', [{ kind: 'change_schedule', schedule: 'api', state: 'active' }]],
  ['Quali pianificazioni ho?', [{ kind: 'list_schedules' }]],
  ['mostrami le mie programmazioni', [{ kind: 'list_schedules' }]],
  ['posponi il dentista di 20 minuti', [{ kind: 'snooze_task', task: 'dentista', when: '20 minuti' }]],
  ['Cosa scade oggi?', [{ kind: 'list_tasks', due: 'today' }]],
  ['Dimmi cosa scade', [{ kind: 'list_tasks', due: 'today' }]],
  ['Cosa devo fare domani?', [{ kind: 'list_tasks', due: 'tomorrow' }]],
  ['Cosa ho da fare questa settimana?', [{ kind: 'list_tasks', due: 'week' }]],
  [
    'Aggiungi il latte alla mia lista e completa le tasse',
    [
      { kind: 'add_task', title: 'Latte' },
      { kind: 'complete_task', task: 'tasse' },
    ],
  ],
  ['Crea un compito: chiamare il dentista', [{ kind: 'add_task', title: 'Chiamare il dentista' }]],
  ['Metti pane nella lista della spesa', [{ kind: 'add_task', title: 'Pane' }]],
  ['Segna le tasse come fatte', [{ kind: 'complete_task', task: 'tasse' }]],
  ['Riapri le tasse', [{ kind: 'reopen_task', task: 'tasse' }]],
  ['Elimina il latte dalla lista', [{ kind: 'delete_task', task: 'latte' }]],
  ["Rinomina il latte in latte d'avena", [{ kind: 'rename_task', task: 'latte', title: "latte d'avena" }]],
  ['Mostrami le mie attività', [{ kind: 'list_tasks' }]],
  ["Cosa c'è nella mia lista?", [{ kind: 'list_tasks' }]],
  ['Ricorda che il mio cane si chiama Rex', [{ kind: 'save_memory', content: 'Il mio cane si chiama Rex' }]],
  ['Cosa ricordi di me?', [{ kind: 'list_memories' }]],
  ['Dimentica il mio cane', [{ kind: 'forget_memory', memory: 'il mio cane' }]],
  ['Che ore sono?', [{ kind: 'current_date', asks: 'time' }]],
  ['Che giorno è oggi?', [{ kind: 'current_date', asks: 'date' }]],
  ['Cerca sul web le api', [{ kind: 'web_search', query: 'le api' }]],
  ['Ciao!', [{ kind: 'greeting' }]],
  ['Puoi aggiungere il latte alla lista?', [{ kind: 'add_task', title: 'Latte' }]],
  ['Che attività ho?', [{ kind: 'list_tasks' }]],
  ['Grazie mille', [{ kind: 'thanks' }]],
  ['Chi sei?', [{ kind: 'who' }]],
])('Italian: %s', (message, intents) => {
  expect(understand(message, 'it')).toEqual(intents);
});

test.each([
  ...[
    'tell me the weather tomorrow at 8',
    'tell me what is due tomorrow at 8',
    'Tell me what is due tomorrow',
    'give me ideas for dinner tonight',
    'Tomorrow at 8 I have a meeting',
    'at 5 the train leaves',
    'Tomorrow at 8 call Anna',
    'At 8 tell Anna that dinner is ready',
    'show me my tasks for today',
    'send me the report of yesterday at 5',
    'summarise the meeting from 9 to 10',
    'summarise the call of tomorrow at 9',
    'summarise what happened at 17:00',
    'I met her at 5 and she told me what is due',
    'tell me a story',
    'today tell me about bees',
    'tomorrow at 8 what is the weather',
    'What is tomorrow at 8 on TV',
    'How is tomorrow at 8 for you?',
    'Can you tell me the best exercise to do every day?',
    'Tell me the 8 o’clock news',
    'For tomorrow at 8 suggest a film',
    'Remind me tomorrow at 8 to ask the news',
    'In 2 hours the shop closes',
    'search the web for trains tomorrow at 8',
    'look up flights on Friday at 9',
    'What can you tell me tomorrow at 8?',
    'Tonight, suggest a film',
    'tomorrow at 8 ask Anna for the key',
    'Tell me about 9/11',
    'tell me why the sky is blue at 5 in the morning',
    'send me 3 ideas',
    'Yesterday at 5 he said: tell me everything',
    'summarise the novel 1984',
    'send me to bed at 8',
    'tell me at least 3 reasons',
    'give me a 5 pm train',
  ].map((message) => ['en', message] as const),
  ...[
    'sag mir, wie das Wetter morgen um 8 ist',
    'Morgen um 8 habe ich einen Termin',
    'um 5 fährt der Zug',
    'Morgen um 8 Anna anrufen',
    'zeig mir meine Aufgaben für heute',
    'fasse das Treffen von 9 bis 10 zusammen',
    'heute sag mir etwas über Bienen',
    'Erinnere mich morgen um 8, die Nachrichten zu lesen',
    'Suche im Web nach Zügen morgen um 8',
    'Sag mir, was morgen fällig ist',
    'Morgen um 8 frag Anna nach dem Schlüssel',
    'wie ist das Wetter morgen um 8',
    'Zeig mir die 8-Uhr-Nachrichten',
    'Für morgen um 8 empfiehl mir einen Film',
    'morgen um 8 was ist das Wetter',
  ].map((message) => ['de', message] as const),
  ...[
    'dimmi che tempo fa domani alle 8',
    'Per domani alle 8 consigliami un film',
    'Domani alle 8 ho una riunione',
    'alle 5 parte il treno',
    'Domani alle 8 chiama Anna',
    'mostrami le mie attività di oggi',
    'riassumi la riunione dalle 9 alle 10',
    'oggi dimmi qualcosa sulle api',
    'Ricordami domani alle 8 di leggere le notizie',
    'cerca sul web treni domani alle 8',
    'Dimmi cosa scade domani',
    'domani alle 8 chiedi ad Anna la chiave',
    'riassumi la riunione di domani alle 9',
  ].map((message) => ['it', message] as const),
])('%s: %s is asked nothing later', (language, message) => {
  expect(understand(message, language).filter(({ kind }) => kind.endsWith('_schedule'))).toEqual([]);
});

test.each([
  'Write a poem about the sea',
  'Explain quantum physics',
  'Why is the sky blue?',
  'What is the best exercise to do every day?',
  'delete it all?? no',
  '...',
])('%s is not understood', (message) => {
  const kinds = understand(message, 'en').map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind !== 'delete_task')).toEqual([]);
});

test.each([
  'add milk and finish the tax one and ',
  'a, ',
  '"a and ',
  ...(whole ? ['add a and ', 'delete x and y, ', '1 + ', 'my name is ', 'please '] : []),
])('a message of %j over and over is understood, or not, in time in proportion', (piece) => {
  const read = (chars: number) => understand(piece.repeat(chars / piece.length), 'en');
  expect(costOfDoubling(read, 480)).toBeLessThan(3);
  expect(costOfDoubling(read, 4_000)).toBeLessThan(3);
});
