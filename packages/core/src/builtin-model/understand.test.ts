import { costOfDoubling } from '@jarvis/testkit';
import { expect, test } from 'vitest';
import { understand } from './understand.ts';

test.each([
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
  ['snooze it for an hour', [{ kind: 'snooze_task', when: 'an hour' }]],
  [
    'Snooze the dentist until tomorrow at 9',
    [{ kind: 'snooze_task', task: 'dentist', when: 'until tomorrow at 9' }],
  ],
  ['remind me again in 20 minutes', [{ kind: 'snooze_task', when: 'in 20 minutes' }]],
  [
    'every weekday at 8 tell me what is due',
    [{ kind: 'create_schedule', prompt: 'Tell me what is due', when: 'every weekday at 8' }],
  ],
  ['stop the morning report', [{ kind: 'change_schedule', schedule: 'morning report', state: 'paused' }]],
  ['What is due today?', [{ kind: 'list_tasks', due: 'today' }]],
  ['Tell me what is due', [{ kind: 'list_tasks', due: 'today' }]],
  ['what is due tomorrow?', [{ kind: 'list_tasks', due: 'tomorrow' }]],
  ["what's overdue", [{ kind: 'list_tasks', due: 'overdue' }]],
  ['what do I have to do this week?', [{ kind: 'list_tasks', due: 'week' }]],
  ['Hi Jarvis, add milk to my list please', [{ kind: 'add_task', title: 'Milk' }]],
])('English: %s', (message, intents) => {
  expect(understand(message, 'en')).toEqual(intents);
});

test.each([
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

test.each([
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
  ['ferma il rapporto', [{ kind: 'change_schedule', schedule: 'rapporto', state: 'paused' }]],
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
  'add a and ',
  'add milk and finish the tax one and ',
  'a, ',
  'delete x and y, ',
  '1 + ',
  'my name is ',
  'please ',
  '"a and ',
])('a message of %j over and over is understood, or not, in time in proportion', (piece) => {
  const read = (chars: number) => understand(piece.repeat(chars / piece.length), 'en');
  expect(costOfDoubling(read, 480)).toBeLessThan(3);
  expect(costOfDoubling(read, 4_000)).toBeLessThan(3);
});
