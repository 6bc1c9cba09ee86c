import type { Texts } from '../../languages.ts';

export default {
  memories: {
    lead: [
      'What Jarvis remembers about you. It remembers when you ask it to, or when you tell it something lasting.',
      'Was Jarvis sich über dich merkt. Er merkt sich etwas, wenn du ihn darum bittest oder ihm etwas Bleibendes erzählst.',
      'Che cosa Jarvis tiene a mente di te. Ricorda quando glielo chiedi, o quando gli dici qualcosa di duraturo.',
    ],
    user: ['About you', 'Über dich', 'Su di te'],
    preference: ['Preferences', 'Vorlieben', 'Preferenze'],
    project: ['Projects', 'Projekte', 'Progetti'],
    all: ['All', 'Alle', 'Tutti'],
    empty: ['Nothing remembered yet', 'Noch nichts gemerkt', 'Ancora nessun ricordo'],
    emptyText: [
      'Tell Jarvis in a chat: “Remember that I live in Trieste”.',
      'Sag Jarvis in einem Chat: „Merk dir, dass ich in Triest wohne“.',
      'Di’ a Jarvis in una chat: «Ricorda che vivo a Trieste».',
    ],
    emptyFilter: ['None of this kind', 'Keine dieser Art', 'Nessuno di questo tipo'],
    emptyFilterText: [
      'Memories of this kind will be listed here.',
      'Erinnerungen dieser Art stehen hier, sobald es welche gibt.',
      'I ricordi di questo tipo compariranno qui.',
    ],
    off: ['Memory is switched off', 'Das Gedächtnis ist ausgeschaltet', 'La memoria è disattivata'],
    offText: [
      'Jarvis neither saves memories nor uses the ones below.',
      'Jarvis merkt sich nichts und benutzt auch die Erinnerungen unten nicht.',
      'Jarvis non salva ricordi e non usa quelli qui sotto.',
    ],
    switchOn: ['Switch on', 'Einschalten', 'Attiva'],
    deleted: ['Forgotten: “{content}”', 'Vergessen: „{content}“', 'Dimenticato: «{content}»'],
    edit: ['Edit memory', 'Erinnerung bearbeiten', 'Modifica il ricordo'],
    delete: ['Forget', 'Vergessen', 'Dimentica'],
    editLabel: ['Text of the memory', 'Text der Erinnerung', 'Testo del ricordo'],
    from: ['See where it came from', 'Zur Herkunft', 'Guarda da dove viene'],
    changed: ['Changed {when}', 'Geändert {when}', 'Modificato {when}'],
    length: [
      'Between {min} and {max} characters, on one line.',
      'Zwischen {min} und {max} Zeichen, in einer Zeile.',
      'Da {min} a {max} caratteri, su una riga.',
    ],
    toChat: ['Start a chat', 'Chat beginnen', 'Inizia una chat'],
  },
} satisfies Texts;
