export default {
  connect: {
    loading: [
      'A program asks to be connected',
      'Ein Programm will verbunden werden',
      'Un programma vuole essere collegato',
    ],
    title: ['Connect {host}?', '{host} verbinden?', 'Collegare {host}?'],
    titleComputer: [
      'Connect a program on this computer?',
      'Ein Programm auf diesem Computer verbinden?',
      'Collegare un programma su questo computer?',
    ],
    calls: ['It calls itself', 'Es nennt sich', 'Si presenta come'],
    quoted: ['“{name}”', '„{name}“', '«{name}»'],
    vouched: [
      '{host} vouches for this name.',
      '{host} bürgt für diesen Namen.',
      '{host} garantisce per questo nome.',
    ],
    warning: [
      'This is not {host}. The program only calls itself that.',
      'Das ist nicht {host}. Das Programm nennt sich nur so.',
      'Questo non è {host}. Il programma si fa solo chiamare così.',
    ],
    started: [
      'Allow this only if you have just started it yourself.',
      'Erlaube das nur, wenn du es eben selbst gestartet hast.',
      'Consenti solo se lo hai appena avviato tu.',
    ],
    may: ['It may', 'Es darf', 'Può'],
    scopes: {
      tasks: ['See your tasks', 'Deine Aufgaben sehen', 'Vedere le tue attività'],
      'tasks:write': [
        'Add and change tasks',
        'Aufgaben hinzufügen und ändern',
        'Aggiungere e modificare attività',
      ],
      conversations: [
        'Search and read your conversations and their files',
        'Deine Unterhaltungen und ihre Dateien durchsuchen und lesen',
        'Cercare e leggere le tue conversazioni e i loro file',
      ],
      ask: [
        'Ask Jarvis in your name, and read conversations that programs began, also what you add to them; replies may mention your tasks',
        'Jarvis in deinem Namen fragen und Unterhaltungen lesen, die Programme begonnen haben, auch was du dort hinzufügst; Antworten können von deinen Aufgaben erzählen',
        'Chiedere a Jarvis a tuo nome e leggere le conversazioni iniziate da programmi, anche ciò che vi aggiungi; le risposte possono parlare delle tue attività',
      ],
      memories: [
        'See what Jarvis remembers about you',
        'Sehen, was Jarvis sich über dich gemerkt hat',
        'Vedere ciò che Jarvis ricorda di te',
      ],
      lookups: [
        'See the web searches made for you',
        'Sehen, was für dich im Web gesucht wurde',
        'Vedere le ricerche sul web fatte per te',
      ],
    },
    fullRights: [
      'This creates a key with full rights, for the command line. You find it among your keys.',
      'Das erzeugt einen Schlüssel mit vollen Rechten für die Befehlszeile. Du findest ihn bei deinen Schlüsseln.',
      'Crea una chiave con pieni diritti per la riga di comando. La trovi fra le tue chiavi.',
    ],
    refuse: ['Refuse', 'Ablehnen', 'Rifiuta'],
    allow: ['Allow', 'Erlauben', 'Consenti'],
    sentTo: ['You will be sent to {host}.', 'Du wirst zu {host} geschickt.', 'Proseguirai su {host}.'],
    account: ['The account is {email}.', 'Das Konto ist {email}.', 'L’account è {email}.'],
    endAnytime: [
      'You can end this at any time, under “API keys”.',
      'Du kannst das jederzeit unter „API-Schlüssel“ beenden.',
      'Puoi scollegarlo in ogni momento, in «Chiavi API».',
    ],
    done: ['Done', 'Fertig', 'Fatto'],
    doneText: [
      'Go back to the program. You can close this page.',
      'Geh zurück zum Programm. Du kannst diese Seite schließen.',
      'Torna al programma. Puoi chiudere questa pagina.',
    ],
    cannot: ['Nothing to connect', 'Hier gibt es nichts zu verbinden', 'Niente da collegare'],
    over: [
      'This request has expired, or was decided already. Start again in the program.',
      'Diese Anfrage ist abgelaufen oder schon entschieden. Beginne im Programm von vorn.',
      'Questa richiesta è scaduta o è già stata decisa. Ricomincia dal programma.',
    ],
    elsewhere: [
      'This request was started in another browser or account. Start again in the program.',
      'Diese Anfrage wurde in einem anderen Browser oder Konto begonnen. Beginne im Programm von vorn.',
      'Questa richiesta è iniziata in un altro browser o account. Ricomincia dal programma.',
    ],
    refused: [
      'Nothing was allowed. You can close this page.',
      'Nichts wurde erlaubt. Du kannst diese Seite schließen.',
      'Non è stato consentito nulla. Puoi chiudere questa pagina.',
    ],
    codeTitle: ['Your code', 'Dein Code', 'Il tuo codice'],
    codeText: [
      'Paste it into the terminal where you have just run jarvis auth login, and give it to nobody else.',
      'Füge ihn in das Terminal ein, in dem du eben jarvis auth login ausgeführt hast, und gib ihn sonst niemandem.',
      'Incollalo nel terminale in cui hai appena eseguito jarvis auth login, e non darlo a nessun altro.',
    ],
    list: ['Connected programs', 'Verbundene Programme', 'Programmi collegati'],
    listLead: [
      'Paste this address into a program that speaks MCP. It sends you here to sign in, and you tick what it may do.',
      'Füge diese Adresse in ein Programm ein, das MCP spricht. Es schickt dich zum Anmelden hierher, und du kreuzt an, was es darf.',
      'Incolla questo indirizzo in un programma che parla MCP. Ti manda qui ad accedere, e tu scegli che cosa può fare.',
    ],
    copyAddress: ['Copy address', 'Adresse kopieren', 'Copia l’indirizzo'],
    publicOnly: [
      'Claude and ChatGPT on the web connect from the internet: for them this address has to be public and begin with https.',
      'Claude und ChatGPT im Web greifen aus dem Internet zu: Für sie muss diese Adresse öffentlich sein und mit https beginnen.',
      'Claude e ChatGPT sul web si collegano da internet: per loro questo indirizzo deve essere pubblico e iniziare con https.',
    ],
    empty: ['No program is connected', 'Kein Programm ist verbunden', 'Nessun programma è collegato'],
    connectedAt: ['Connected {when}', 'Verbunden {when}', 'Collegato {when}'],
    endTitle: ['Disconnect {host}?', '{host} trennen?', 'Scollegare {host}?'],
    endText: [
      'It is refused from its next request on. Disconnect it in the program too: some remember that they were refused.',
      'Es wird ab seiner nächsten Anfrage abgewiesen. Trenne es auch im Programm: Manche merken sich, dass sie abgewiesen wurden.',
      'Viene rifiutato dalla sua prossima richiesta. Scollegalo anche nel programma: alcuni ricordano di essere stati rifiutati.',
    ],
    endedToast: ['{host} was disconnected.', '{host} wurde getrennt.', '{host} è stato scollegato.'],
    connectIn: {
      chatgpt: [
        'In ChatGPT, under Settings, Connectors, create one with this address and OAuth. This address has to be public, with https:',
        'Lege in ChatGPT unter Einstellungen, Konnektoren einen mit dieser Adresse und OAuth an. Sie muss öffentlich sein, mit https:',
        'In ChatGPT, in Impostazioni, Connettori, creane uno con questo indirizzo e OAuth. L’indirizzo deve essere pubblico, con https:',
      ],
      claude: [
        'In Claude, under Settings, Connectors, add a custom connector with this address. This address has to be public, with https:',
        'Füge in Claude unter Einstellungen, Konnektoren einen eigenen mit dieser Adresse hinzu. Sie muss öffentlich sein, mit https:',
        'In Claude, in Impostazioni, Connettori, aggiungi un connettore personalizzato con questo indirizzo. L’indirizzo deve essere pubblico, con https:',
      ],
      homeAssistant: [
        'In Home Assistant, add the integration Model Context Protocol with this address:',
        'Füge in Home Assistant die Integration Model Context Protocol mit dieser Adresse hinzu:',
        'In Home Assistant, aggiungi l’integrazione Model Context Protocol con questo indirizzo:',
      ],
    },
  },
} as const;
