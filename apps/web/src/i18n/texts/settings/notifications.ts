import { deliveryReasons } from '@jarvis/contract/delivery-reasons';

export default {
  notify: {
    lead: [
      'When Jarvis notifies you, and where.',
      'Wann Jarvis dir etwas mitteilt, und wo.',
      'Quando Jarvis ti avvisa, e dove.',
    ],
    times: ['Times', 'Zeiten', 'Orari'],
    daySummary: ['Sum up each day', 'Jeden Tag eine Übersicht', 'Riassumi ogni giorno'],
    daySummaryHint: [
      'Tasks due without a time of day, and overdue tasks. Days without such tasks have no summary.',
      'Was ohne Uhrzeit fällig ist, und was überfällig ist. Tage ohne solche Aufgaben werden ausgelassen.',
      'Ciò che scade senza un orario, e ciò che è già scaduto. I giorni senza nulla vengono saltati.',
    ],
    dayTime: ['Time of day', 'Uhrzeit', 'Ora'],
    quiet: ['Quiet hours', 'Ruhezeit', 'Ore di silenzio'],
    quietHint: [
      'Day summaries and late reminders wait until they end. A reminder comes at the time that you chose.',
      'Tagesübersichten und verspätete Erinnerungen warten bis zu ihrem Ende. Eine Erinnerung kommt zu der Zeit, die du gewählt hast.',
      'Riassunti e promemoria in ritardo aspettano che finiscano. Un promemoria arriva all’ora che hai scelto.',
    ],
    quietFrom: ['From', 'Von', 'Dalle'],
    quietUntil: ['Until', 'Bis', 'Alle'],
    channels: ['Where you are notified', 'Wo du benachrichtigt wirst', 'Dove ricevi le notifiche'],
    channelsText: [
      'The app always lists everything.',
      'In der App steht immer alles.',
      'Nell’app c’è sempre tutto.',
    ],
    channel: {
      push: ['Browser', 'Browser', 'Nel browser'],
      mail: ['Mail', 'E-Mail', 'E-mail'],
      webhook: ['Webhook', 'Webhook', 'Webhook'],
    },
    kind: {
      reminder: ['Reminders', 'Erinnerungen', 'Promemoria'],
      day: ['Day summary', 'Tagesübersicht', 'Riassunto del giorno'],
      schedule: ['Schedules', 'Zeitpläne', 'Pianificazioni'],
      test: ['Test', 'Test', 'Prova'],
    },
    confirm: ['Confirm the address', 'Adresse bestätigen', 'Conferma l’indirizzo'],
    confirmText: [
      'Mail goes to {email} after you have followed the link that we mail you.',
      'E-Mails gehen an {email}, sobald du den Link geöffnet hast, den wir dir schicken.',
      'Le e-mail arrivano a {email} dopo che hai aperto il link che ti inviamo.',
    ],
    confirmSent: [
      'A link was mailed to {email}. Open it in this browser.',
      'Ein Link wurde an {email} geschickt. Öffne ihn in diesem Browser.',
      'Un link è stato inviato a {email}. Aprilo in questo browser.',
    ],
    browsers: ['Browsers', 'Browser', 'Browser'],
    askText: [
      'This browser can show reminders while Jarvis is closed, until you sign out. It will ask you whether you allow that.',
      'Dieser Browser kann Erinnerungen anzeigen, während Jarvis geschlossen ist, bis du dich abmeldest. Er fragt dich, ob du das erlaubst.',
      'Questo browser può mostrare i promemoria mentre Jarvis è chiuso, finché non esci. Ti chiederà se lo permetti.',
    ],
    allow: ['Show them here', 'Hier anzeigen', 'Mostrali qui'],
    thisBrowser: ['This browser.', 'Dieser Browser.', 'Questo browser.'],
    failing: [
      'The last delivery failed.',
      'Die letzte Zustellung ist fehlgeschlagen.',
      'L’ultimo invio non è riuscito.',
    ],
    pushOff: [
      'The operator of this service has switched this off.',
      'Der Betreiber dieses Dienstes hat das ausgeschaltet.',
      'Chi gestisce questo servizio lo ha disattivato.',
    ],
    problem: {
      unsupported: [
        'This browser cannot show notifications while Jarvis is closed. Choose mail instead.',
        'Dieser Browser kann keine Benachrichtigungen anzeigen, während Jarvis geschlossen ist. Wähle stattdessen E-Mail.',
        'Questo browser non può mostrare notifiche mentre Jarvis è chiuso. Scegli invece l’e-mail.',
      ],
      insecure: [
        'Browsers allow notifications on addresses with https only. Choose mail instead.',
        'Browser erlauben Benachrichtigungen nur bei Adressen mit https. Wähle stattdessen E-Mail.',
        'I browser permettono le notifiche solo a indirizzi https. Scegli invece l’e-mail.',
      ],
      homeScreen: [
        'On this device, add Jarvis to the home screen first, and open it from there.',
        'Füge Jarvis auf diesem Gerät zuerst zum Home-Bildschirm hinzu, und öffne es von dort.',
        'Su questo dispositivo aggiungi prima Jarvis alla schermata Home, e aprilo da lì.',
      ],
      denied: [
        'Notifications of this page are blocked. Allow them in the settings of the browser, to the left of the address.',
        'Benachrichtigungen dieser Seite sind blockiert. Erlaube sie in den Einstellungen des Browsers, links neben der Adresse.',
        'Le notifiche di questa pagina sono bloccate. Permettile nelle impostazioni del browser, a sinistra dell’indirizzo.',
      ],
      noService: [
        'This browser could not reach a push service. Try again later, or choose mail.',
        'Dieser Browser hat keinen Push-Dienst erreicht. Versuch es später noch einmal, oder wähle E-Mail.',
        'Questo browser non ha raggiunto un servizio push. Riprova più tardi, o scegli l’e-mail.',
      ],
    },
    lockScreen: [
      'Show titles on the lock screen',
      'Titel auf dem Sperrbildschirm anzeigen',
      'Mostra i titoli sulla schermata di blocco',
    ],
    lockScreenHint: [
      'Otherwise it only says that there is a reminder.',
      'Sonst steht dort nur, dass es eine Erinnerung gibt.',
      'Altrimenti dice solo che c’è un promemoria.',
    ],
    webhooks: ['Webhooks', 'Webhooks', 'Webhook'],
    webhooksText: [
      'Addresses of your own programs, called with each notification and signed (Standard Webhooks).',
      'Adressen deiner eigenen Programme, die mit jeder Benachrichtigung aufgerufen werden, mit Signatur (Standard Webhooks).',
      'Indirizzi dei tuoi programmi, chiamati a ogni notifica e con firma (Standard Webhooks).',
    ],
    webhookUrl: ['Address of the webhook', 'Adresse des Webhooks', 'Indirizzo del webhook'],
    webhookRefused: [
      'The address must begin with https, have no user name or password, and lead to a web server on the internet.',
      'Die Adresse muss mit https beginnen, keinen Benutzernamen und kein Passwort enthalten und zu einem Webserver im Internet führen.',
      'L’indirizzo deve cominciare con https, non contenere nome utente o password e portare a un server web su internet.',
    ],
    addWebhook: ['Add a webhook', 'Webhook hinzufügen', 'Aggiungi un webhook'],
    secret: ['The secret of the webhook', 'Das Geheimnis des Webhooks', 'Il segreto del webhook'],
    secretText: [
      'Copy it now: it is shown only this once. Your program checks the signature with it.',
      'Kopiere es jetzt: Es wird nur dieses eine Mal gezeigt. Dein Programm prüft damit die Signatur.',
      'Copialo ora: viene mostrato solo questa volta. Il tuo programma ne verifica la firma.',
    ],
    copySecret: ['Copy the secret', 'Geheimnis kopieren', 'Copia il segreto'],
    switchedOff: ['Switched off', 'Ausgeschaltet', 'Disattivato'],
    failingSince: [
      'Keeps failing, first {when}',
      'Schlägt fehl, zuerst {when}',
      'Non riesce, la prima volta {when}',
    ],
    test: ['Send a test', 'Test senden', 'Invia una prova'],
    testSent: ['The test has arrived.', 'Der Test ist angekommen.', 'La prova è arrivata.'],
    testFailed: [
      'The test has failed: {error}',
      'Der Test ist fehlgeschlagen: {error}',
      'La prova non è riuscita: {error}',
    ],
    remove: ['Remove', 'Entfernen', 'Rimuovi'],
    deliveries: ['Sent outside the app', 'Außerhalb der App gesendet', 'Inviato fuori dall’app'],
    noDeliveries: [
      'Nothing was sent in the last 30 days.',
      'In den letzten 30 Tagen wurde nichts gesendet.',
      'Negli ultimi 30 giorni non è stato inviato nulla.',
    ],
    state: {
      waiting: ['waits', 'wartet', 'in attesa'],
      sent: ['sent', 'gesendet', 'inviato'],
      failed: ['failed', 'fehlgeschlagen', 'non riuscito'],
      expired: ['given up', 'aufgegeben', 'abbandonato'],
      stopped: ['not sent', 'nicht gesendet', 'non inviato'],
    },
    reason: deliveryReasons,
    clear: ['Clear the list', 'Liste leeren', 'Svuota l’elenco'],
  },
} as const;
