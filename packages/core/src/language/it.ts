import { stemmer } from '@orama/stemmers/italian';
import { stopwords } from '@orama/stopwords/italian';
import { ofLine } from './lines.ts';
import { it as time } from './time/it.ts';
import type { Vocabulary } from './vocabulary.ts';

const kin =
  'nome|soprannome|compleanno|moglie|marito|compagna|compagno|partner|fidanzata|fidanzato|figlio|figlia|figli|madre|padre|mamma|papà|genitori|sorella|fratello|nonna|nonno|cane|gatto|gatta|cavallo|capo|lavoro|azienda|squadra|città natale|lingua madre|fuso orario|indirizzo|anniversario|hobby|auto|macchina';

const list =
  '(?:alla|nella|sulla|dalla|alle|nelle|ai|nei|dai|in|a)? ?(?:mia |mie |miei |tua )?(?:lista|elenco|attività|compiti|to-?do|cose da fare)(?: (?:della spesa|delle attività|dei compiti|delle cose da fare|di cose da fare))?';

/** Words of a question for what is due on a day. */
const agenda =
  "agenda|appuntamenti|c'è|calendario|ci|da|devo|fare|ho|impegni|in|libero|nel|per|programma|programmato|qualcosa|resta|rimane|riunioni|scade|scadenze|scadono|sono|è|la mia|mia";

export const it: Vocabulary = {
  name: 'Italian',
  locale: 'it-IT',

  functionWords: `il lo la gli le no devo dobbiamo entro un uno una è e non io tu noi voi mi ti ci si mio mia miei mie tuo tua che di del della dei
    delle da dal per con sul sulla nel nella al alla ai alle sono sei siamo ho hai ha abbiamo cosa come chi dove
    quando perché quale quali puoi potresti vorrei aggiungi metti mostra elenca elenco ricorda ricordati
    dimentica elimina cancella rimuovi completa segna finito fatto ciao salve buongiorno buonasera grazie oggi
    domani ieri attività compito compiti lista questo questa quello quella anche ma se o più meno diviso ora ore
    giorno data aiuto aiutami sì cerca trova dimmi chiama chiamo rinomina riapri piace latte favore quanto fa
    continua`,
  wordSign: /[àèìòù]$|^(?:l|un|d|c|dell|all|dall|nell|sull|quest|quell)'[\p{L}]/u,
  stemmer,
  stopWords: [
    ...stopwords,
    `fra d l c cos dell all nell sull quell un quando quale quali qual perche ancora anche piu molto ricordi
     ricorda ricordami detto puoi no me te`,
  ],

  captions: { quotes: ['«', '»'], failed: 'non riuscita', keepsCapitals: false },
  replies: {
    denied: 'Qui non posso aiutarti con questo.',
    stopped: '*Interrotto.*',
    notSeen:
      'Il modello collegato non accetta immagini né pagine scansionate, quindi non ha visto gli allegati.',
    leftOut:
      'Nel contesto del modello non c’era posto per questi, quindi non li ha visti: {}. Inviane meno alla volta.',
    onlyLinks: 'La risposta conteneva soltanto link che avrebbero potuto portare via dati. Sono stati tolti.',
    done: 'Fatto:',
    doneButFailed: 'Il modello linguistico si è interrotto prima di rispondere. È stato fatto:',
    full: '*La risposta si interrompe qui: ha raggiunto la lunghezza massima.*',
  },

  notices: {
    today: 'Oggi: {}',
    overdue: 'Scadute: {}',
    several: '{} promemoria',
    wasDue: 'Scadenza: {}',
    hidden: 'Hai un promemoria',
    test: 'Questa è una prova di Jarvis',
    open: 'Apri Jarvis',
    done: 'Fatto',
    later: 'Tra un’ora',
    unsubscribe: 'Disattiva queste e-mail: {}',
    limit: 'Più di {} messaggi in un giorno: gli altri si trovano solo qui',
    webhookOff: 'Il webhook presso {} è stato disattivato: gli invii non sono riusciti',
    schedulePaused: 'In pausa dopo tre errori: {}',
    scheduleFailed: 'Tre tentativi non riusciti: {}',
  },

  mails: {
    greeting: 'Ciao,',
    reset: {
      subject: 'Reimposta la password di Jarvis',
      why: 'qualcuno, molto probabilmente tu, ha chiesto di reimpostare la password del tuo account Jarvis.',
      button: 'Scegli una nuova password',
      how: 'Il link vale una sola volta e per {} minuti. Una nuova password ti disconnette ovunque.',
      unasked: 'Se non l’hai chiesto tu, non fare nulla: la tua password resta com’è.',
    },
    proof: {
      subject: 'Il tuo account Jarvis ora è solo tuo',
      what: 'hai dimostrato per la prima volta che questo indirizzo è tuo. Fino ad allora chiunque poteva averci aperto l’account: per questo tutte le sessioni aperte sono state chiuse.',
      keys: [
        'Una chiave API è stata revocata. Creane una nuova se un tuo programma ne ha bisogno.',
        '{} chiavi API sono state revocate. Creane di nuove se i tuoi programmi ne hanno bisogno.',
      ],
      look: 'Nulla di ciò che è salvato è stato eliminato. Se non hai aperto tu l’account in data {}, controlla attività e ricordi, e le istruzioni, che ora sono disattivate: tutto ciò che c’è da quel giorno può essere di qualcun altro.',
    },
    password: {
      subject: 'La tua password di Jarvis è stata cambiata',
      what: 'il tuo account Jarvis ha una nuova password. Le sessioni aperte prima sono state chiuse.',
      by: {
        link: 'È stata impostata con un link di reimpostazione.',
        session: 'L’ha impostata qualcuno che aveva effettuato l’accesso.',
      },
      otherwise:
        'Se non l’hai cambiata tu, scegline subito un’altra. Se non ci riesci, avvisa chi gestisce questo servizio.',
      button: 'Scegli una nuova password',
    },
    confirm: {
      subject: 'Conferma il tuo indirizzo per i promemoria',
      why: 'qualcuno, probabilmente tu, vuole ricevere a questo indirizzo i promemoria di un account Jarvis.',
      button: 'Conferma l’indirizzo',
      unasked:
        'Il link vale un giorno, nel browser in cui hai effettuato l’accesso. Se non l’hai chiesto tu, non fare nulla: non verrà inviato alcun promemoria.',
    },
    connection: {
      subject: 'Un programma è stato collegato al tuo account Jarvis',
      what: 'un programma è stato collegato al tuo account Jarvis: {}. Si presenta come «{}».',
      key: 'una riga di comando ha effettuato l’accesso al tuo account Jarvis: {}. Ha una nuova chiave con pieni diritti, chiamata «{}».',
      computer: 'un programma su un computer',
      otherwise: 'Se non l’hai fatto tu, scollegalo o revoca subito la chiave, e scegli un’altra password.',
      button: 'Mostra chiavi e programmi collegati',
    },
  },

  consent: { yes: /sì|si|va bene|certo|fallo|d'accordo/, more: /grazie|per favore|fallo/ },
  questions: {
    asked:
      /per favore|per piacere|puoi|potresti|(?:(?<!\p{L} )|(?<!\p{L})(?:e|mi) )(?:può|potrebbe)|vuoi|va bene|mi \p{L}+i/u,
    how: /come (?:\p{L}+[aei]re|si|posso|faccio|devo|possiamo)|perché/u,
  },
  pointsAtFindings:
    /\b(?:aggiungi(?:l[oaie])?|metti(?:l[oaie])?|ricorda(?:l[oaie])?|segna(?:l[oaie])?|salva(?:l[oaie])?) ?(?:quello che|ciò che|tutt[ie]|i risultati|gli ingredienti|i passi|il titolo|il nome|la data|il prezzo|l'indirizzo|il migliore|la migliore|il primo|la prima|alla|sulla|nella)|\b(?:aggiungil[oaie]|mettil[oaie]|ricordal[oaie]|segnal[oaie])\b/iu,
  unspecific: 'compito attivita',

  memories: {
    polite: /per favore|puoi|potresti/,
    lead: /e|per favore|puoi|potresti/,
    request:
      /(?:ricorda(?:re|ti)?|tieni a mente|tieni presente|memorizza(?:re)?|non dimenticare|non scordare|prendi nota)(?: (?:che)\b| ?[:,])? (?!di\b|come\b|cosa\b|quando\b)(.{4,})$/iu,
    anywhere:
      /\b(?:ricorda|ricordati|ricordare|memorizza|non dimenticare|tieni a mente|tieni presente|prendi nota|annota|salva|(?:devo|vuoi che) (?:mi |me l[oa] )?(?:ricord(?:armi|i)|memorizz(?:are|i)|annot(?:are|i)|salv(?:are|i)))\b/iu,
    conjunctions: /per favore|ma|e/,
    refusals: [/non (?:te lo |lo )?(?:ricord|memorizz|salv)ar(?:e|ti|lo|telo)(?!\p{L})/iu],
    opening: /ciao|comunque/,
    passing:
      /\b(?:adesso|oggi|stasera|in questo momento)\b|^mi piace (?:questo|questa|quello|la (?:risposta|tua)|il tuo|l'idea)/iu,
    statements: [
      /^(?:(?:il|la|i|le) )?(?:mi[oa]|miei|mie|nostr[oaie]) (?:\p{L}+ ){1,4}si chiama(?:no)? \S/iu,
      ofLine`^(?:(?:il|la|i|le|l') ?)?(?:mio|mia|miei|mie|nostro|nostra) (?:[\p{L}]+ ){0,1}?(?:${kin}) (?:è|sono|compie gli anni|si chiama|si chiamano|vive|abita|lavora) \S`,
      /^(?:il|la|i|le) (?:mio|mia|miei|mie) .{2,40} preferit[oaie] (?:è|sono) \S/iu,
      /^(?:mi chiamo|vivo|abito|lavoro|studio|vengo da|parlo|colleziono|(?:sto imparando|imparo)(?! (?:molto|tanto|di più)(?!\p{L}))) \S/iu,
      /^(?:io )?sono (?:allergic[oa]|vegan[oa]|vegetarian[oa]|sposat[oa]|divorziat[oa]|single|nat[oa]|di \p{Lu}|un[oa']? ?\p{L}{4,}(?:ist[ae]|tore|trice|nte|ologo|ologa|ere|era|iere)\b)/iu,
      /^ho (?:un|una|due|tre|quattro|\d+) (?:figli[oae]?|cani?|gatt[oi]|fratell[oi]|sorell[ae]|anni)\b/iu,
      /^(?:io )?non (?:mangio|bevo) \S|^(?:io )?(?:adoro|amo|odio|detesto|preferisco) \S|^(?:a me )?(?:mi|non mi) (?:piace|piacciono) \S/iu,
      /^(?:sto|stiamo) (?:lavorando|costruendo|scrivendo|sviluppando|ristrutturando) \S/iu,
      /^chiamami \p{Lu}\p{L}+$/u,
    ],
    project: [
      /\b(?:sto|stiamo) (?:lavorando|costruendo|scrivendo|sviluppando|preparando|ristrutturando|progettando|pianificando)\b|\blavoro (?:a un|al|alla|su un|su una|a una)\b/,
      /\b(?:progetto|progetti|scadenza|tesi|lancio|consegna)\b/,
    ],
    preference: [
      /\b(?:preferisc[oe]|preferit[oaie]|adoro|adora|amo|ama|odio|odia|detesto|detesta|piace|piacciono|piacerebbe|vorrei che|non sopport[oa])\b/,
      /^(?:per favore )?(?:sempre|mai(?! stat[oaie](?!\p{L}))|rispondi|scrivi|chiamami|usa|evita|parla)(?!\p{L})/u,
    ],
  },

  names: {
    titles: /dott|ing/,
    asksAfterwards:
      /(?:e |ma )?(?:cosa|che cosa|chi|quando|dove|perché|come|quale|quali|quanto|(?:mi )?(?:puoi|potresti|sai))/,
    opening: /ciao|salve|buongiorno|comunque|per favore|e|puoi|d(?:a |['’])ora in poi/,
    ends: /e|ma|invece|d(?:a |['’])(?:ora|oggi)/,
    statement:
      /mi chiamo|il mio nome(?: preferito)? è|(?:puoi |può )?chiamarmi|mi (?:puoi|può) chiamare|chiamami(?: pure)?|(?:tutti |gli amici )?mi chiamano|(?:preferisco|vorrei) essere chiamat[oa]/,
    naming: /mi chiamo|nome/,
    behind: /grazie/,
    notNames: `lunedì martedì mercoledì giovedì venerdì sabato domenica
      non mai un una uno il lo la i gli le domani oggi dopo quando se più alle pure così fuori`,
    timesAndWays: `spesso stasera stamattina stanotte subito presto tardi più prossima prossimo settimana mese anno ora adesso appena dopodomani
      urgentemente immediatamente quando sempre ancora qui lì casa mattina sera pomeriggio notte con senza per alle tra fra
      domattina prima poi qualcuno nessuno niente`,
    adverb: /^\p{L}{4,}mente$/u,
    particles: 'de di del della da la al',
  },

  secrets: {
    passwords: /parol[ae] d'(?:ordine|accesso)|chiave api/,
    numbers: /(?:codic[ei]|numer[oi]) (?:pin|cvv|cvc)|codice di sicurezza|codice segreto/,
    verbs: 'sono era erano',
    adverbs: 'ora adesso ancora sempre attualmente',
    links: 'cioè ora adesso come su oggi',
    forWhat: 'per di del della dello dell al alla allo su sul sulla',
    roles: 'come per',
    owners: 'mia mio miei mie nostra nostro',
    determiners: 'il la lo i le un una mia mio miei mie nostra nostro tua tuo sua suo',
    clauses: 'e o ma perché se quando mentre',
    pointers: 'questo questa quello quella qui ecco dove qual quale cosa come chi tutto niente',
    requests: 'ricorda ricordati memorizza che annota salva',
    digits: 'uno due tre quattro cinque sei sette otto nove',
    dates: 'nel dal del al circa',
    units: 'caratteri cifre lettere giorni mesi anni volte grammi gradi',
    states: `troppo molto non così mai lunga corta sicura debole forte sbagliata vecchia nuova scaduta salvata scritta difficile
      facile nel nella su sul sulla sotto dietro con dove funziona scade grazie domani oggi ieri spesso ancora sempre ed
      preferita preferito`,
    than: 'di|che',
  },

  rules: {
    politeness:
      /^(?:(?:ehi|hey|ciao|buon(?:giorno|asera)(?=[,!])|ok|okay|jarvis|per favore|per piacere|adesso|ora|anche|e|poi|allora|puoi|potresti|mi puoi|vorrei che tu|anzi|ops|scusa|(?:no )?(?:aspetta|un momento)|no(?=,| scusa| aspetta)|(?:potresti|saresti così gentile da)(?: per favore)?|sarebbe bello se potessi)[,!.]? )+/iu,
    politeEnd: /(?<![, ])[, ]*(?:per favore|per piacere|grazie|adesso|anche|per me)?$/iu,
    spellings: [
      [/ al (?=\d{1,2}$)/i, ' a il '],
      [
        /(?<!\p{L})(?:due|2) volte (?:al|ogni) (?:giorno|dì)(?!\p{L})/iu,
        'ogni giorno alle 9:00 e alle 18:00',
      ],
      [/(?<!\p{L})ogni mattina e (?:ogni )?sera(?!\p{L}| alle )/iu, 'ogni giorno alle 9:00 e alle 19:00'],
      [
        /(?<!\p{L})(?:tre|3) volte (?:al|ogni) (?:giorno|dì)(?!\p{L})/iu,
        'ogni giorno alle 9:00, alle 14:00 e alle 19:00',
      ],
      [/^(che|cosa|quando|dov)'?è /iu, "$1'è "],
    ],
    orders: 'ricordami aggiungi cancella elimina',
    pasted:
      /^(?:(?:per favore|puoi|potresti) )*(?:riassum(?:i|ere|er(?=mi))|tradu(?:ci|rre|r(?=mi))|corregg(?:i|ere|er(?=mi))|spiega(?:re|r(?=mi))?|cosa (?:significa|vuol dire)|(?:ecco|quest[oa] è|ho ricevuto)(?=[^:]{0,60}(?:e-?mail|messaggio|lettera|testo|articolo|verbale|scritto)))(?:mi)?(?![^:?]{0,60}(?:lista|attività|cose da fare))(?: [^:?]{0,60})?(?:[:?]|(?<= (?:quest[oa]|seguente)(?: \p{L}+){0,3})[.!]?$)|^(?:gentile|egregi[oa]) |^car[oaie] (?!jarvis)\S+(?: \S+)?,$|^(?:da|oggetto|inviato): |^> /iu,
    negation: /non|tranne|eccetto|fuorché|tutt[oaie] (?:salvo|meno)|a parte/,
    joints: / ?(?:[,;.] ?(?:e |poi |anche )*| (?:e poi|e anche|e|ed|poi|inoltre) )/giu,
    filler:
      /(?<!\p{L})(?:il|lo|la|i|gli|le|un|uno|una|mio|mia|miei|mie|questo|questa|quello|quella|quel|compito|compiti|attività|voce|cosa|chiamat[oa]|con|del|della|dello|delle|di|sul|sulla)(?!\p{L})|(?<!\p{L})(?:l|dell|un|quell|all)['’]/giu,
    titleStart: [
      /^(?:un[oa']? ?)?(?:nuov[oa] )?(?:attività|compito|to-?do) ?(?:(?:chiamat[oa]|per|di|:) ?)*(?=\S)/iu,
      /^anche (?=\S)/iu,
      // An item on a list needs no article.
      /^(?:il|lo|la|i|gli|le|del|dello|della|dei|degli|delle) (?=\S)/iu,
      /^(?:del)?l['’](?=\S)/iu,
    ],
    requests: {
      by_place: [
        /^(?!.+ il primo$)(?:\p{L}+ ){0,2}(?:il |la |lo |l')(?:prim|second|terz|quart|quint|sest|ultim)[oa](?: attività| pianificazione| ricordo)?(?: (?:e|a|anche|come|fino|di nuovo)(?!\p{L}).{0,60})?$/iu,
      ],
      rename_task: [
        /^(?:rinomina|rinominare|(?:cambia|cambiare|modifica)(?= .*(?:attività|compito|nome|titolo))(?: il nome (?:di|del|della|dell'|dello))?) ?(?<task>.+?) (?:in|con)(?: il)?(?: nome)? (?<title>.+)$/iu,
      ],
      undo: [/^annulla(?:l[oa]| (?:questo|l'ultima (?:azione|modifica)))?$/iu],
      forget_all: [
        /^(?:dimentica|scorda) tutto$|^(?:dimentica|scorda|cancella|elimina) (?:tutto (?:di me|su di me|quello che (?:sai|ricordi)(?: (?:di|su di) me)?)|tutti i (?:miei |tuoi )?ricordi)$/iu,
      ],
      remind_before: [
        /^(?:avverti|avvisa|ricorda)m(?:el[oa]|i) (?<count>un(?=')|\p{L}+|\d{1,4})[' ]?(?:minut[oi]|(?<hours>or[ae])|(?<days>giorn[oi])|(?<weeks>settiman[ae])) prima(?: del(?:la |lo | |l')(?<task>.+))?$/iu,
      ],
      reopen_task: [
        /^(?:riapri|riaprire) (?<task>.+)$/iu,
        /^(?:segna|segnare|imposta|metti) (?<task>.+?) (?:come )?(?:non (?:fatt|completat|finit)[oaie]|(?:di nuovo )?apert[oaie]|da fare)$/iu,
      ],
      complete_task: [
        /^(?:segna|segnare|imposta|spunta|metti) (?<task>.+?) (?:come )?(?:fatt|completat|finit|conclus)[oaie]$/iu,
        /^(?:completa|completare|finisci|finire|termina|terminare|concludi|spunta|ho (?:già )?(?:finito|completato|fatto|terminato)) (?<task>.+)$/iu,
        /^(?!(?:che|chi|come|cosa|quando|quell|quest|tutt)\p{L}*(?!\p{L}))(?<task>\S+(?: \S+){0,4}?) (?:è|sono) (?:già )?(?:fatt|completat|finit)[oaie]$/iu,
      ],
      delete_schedule: [
        /^(?:elimina|cancella|rimuovi|togli) (?:(?:la|questa) )?(?:mia )?(?:pianificazione|programmazione) (?:(?:chiamata|di nome|per|di|del|della|delle|dei) )?(?<schedule>.+)$/iu,
        /^(?:elimina|cancella|rimuovi|togli) (?<schedule>la|quella) (?:pianificazione|programmazione)$/iu,
      ],
      forget_memory: [
        /^(?:dimentica|dimenticati|cancella|elimina) (?:il|la|i|dal)? ?(?:ricordo|ricordi|memoria) ?(?:di|che|su|:)? ?(?<memory>.+)$/iu,
        /^(?:dimentica|dimenticati|scorda|scordati) (?!(?:che |di |del |della )?(?:tutto|questo|lo)$)(?:che |di |del |della )?(?<memory>.+)$/iu,
      ],
      delete_task: [
        ofLine`^(?:elimina|eliminare|cancella|cancellare|disdici|rimuovi|rimuovere|togli|togliere) (?<task>.+?)(?: (?:dalla|dall'|dalle|dai|da) ?${list})?$`,
        /^(?:elimina|cancella|rimuovi|togli)(?<task>l[oa])$/iu,
        /^annulla (?<task>(?:(?:il|lo|la|i|gli|le|mi[oa]) |l').+)$/iu,
        /^(?:smettila di|smetti di|non) ricordar(?:mi|melo)(?: più)?(?: di)? (?<task>.+)$/iu,
        /^(?:annulla|arresta|disattiva|disdici|ferma|interrompi|spegni)(?:re)? (?<task>.*(?:appuntament[oi]|cena|chiamata|evento|impegn[oi]|incontr[oi]|pranzo|promemoria|riunion[ei]|sveglia|sveglie|timer)(?: .+)?)$/iu,
      ],
      list_memories: [
        /^(?:che )?cosa (?:ricordi|sai|ti ricordi|hai memorizzato)(?: di me| su di me)? ?\??$|^(?:mostra(?:mi)?|elenca(?:mi)?|dimmi) (?:i|le)? ?(?:miei|mie|tuoi|tue)? ?(?:ricordi|memorie)\b/iu,
      ],
      save_memory: [
        /^(?!\S+(?: dimenticare)? di )(?:ricorda|ricordati|ricordare|tieni a mente|tieni presente|memorizza|non dimenticare|prendi nota|annota)(?: che| ?[:,])? (?<content>.+)$/iu,
      ],
      web_search: [
        /^(?:cerca(?:mi)?|cercare|googla) (?:(?:sul|nel|su) ?(?:web|internet|rete|google) ?)?(?:online )?(?:informazioni su )?(?<query>.+?)(?: (?:sul web|su internet|in rete|online))? ?\??$/iu,
      ],
      time: [
        /^(?:che or[ae] (?:sono|è)|dimmi (?:l'ora|che ore sono|che ora è)|(?:l'|che )?or[ae])(?: adesso| ora)? ?\??$/iu,
        /^(?:che or[ae] (?:sono|è)|l'ora)(?: adesso| ora)? (?:a|ad|in|di|nel|negli|nella) (?<place>.+?)(?: adesso| ora)? ?\??$/iu,
      ],
      date: [
        /^(?:che (?:giorno|data)(?: della settimana)?(?: è| era| sarà)?(?: oggi)?|qual è la data(?: di oggi| odierna)?|(?:dimmi )?la data(?: di oggi)?|data(?: di oggi)?|quanti ne abbiamo(?: oggi)?|in che (?:anno|mese) siamo) ?\??$/iu,
      ],
      list_schedules: [
        /^(?:(?:mostra(?:mi)?|elenca(?:mi)?|dimmi|quali(?: sono)?|che|quante|ho) )?(?:(?:tutte|le|mie|delle) ){0,3}(?:pianificazioni|programmazioni)(?: (?:ho|ci sono|sono attive))? ?\??$/iu,
        /^(?:che )?cosa (?:è|ho) (?:pianificato|programmato) ?\??$/iu,
      ],
      list_due: [
        /^(?:che|cosa|quali|ho)\b.{0,40} nei prossimi (?<week>(?:7|sette) giorni) ?\??$/iu,
        /^(?:(?:(?:che )?cosa|che|quali attività|quali compiti) (?:è|sono|ho) (?:già )?|(?=in ritardo ?\?))(?<overdue>in ritardo|scadut[oaie]) ?\??$/iu,
        /^(?:(?:(?:dimmi|mostrami) )?(?:che )?cosa scade|scade qualcosa|(?:qualcosa )?in scadenza)(?<today>) ?\??$/iu,
        /^com'è la mia (?:giornata(?<today>)|settimana(?<week>)) ?\??$/iu,
      ],
      list_tasks: [
        /^(?:(?:mostra|elenca|dimmi|leggi|quali|che)(?:mi)?(?: (?:le|i|sono|tutt[ei]|mi[ei]e?i?))* )?(?<done>(?:attività|compiti|cose) (?:fatt[ei]|finit[ei]|completat[ei])) ?\??$|^(?:che )?cosa ho (?:già )?(?<done>fatto|finito|completato)(?!\p{L})/iu,
        /^(?:(?:che )?cosa (?:c'è|devo|ho|rimane)|che (?:compiti|attività)|quali|quanti|quante|mostra(?:mi)?|elenca(?:mi)?|di(?:m|r)mi|da(?:m|r)mi|manda(?:mi|rmi)|invia(?:mi|rmi)|legger?(?:mi)?|leggimi|riassum(?:i|imi|ermi|ere)|vedi|fammi vedere)(?!\p{L}).*(?:attività|compiti|lista|elenco|to-?do|da fare|cose)/iu,
        /^(?:che|quali|quante|quanti) (?:attività|compiti)(?!\p{L})|^(?:(?:i|le) )?(?:mie|miei)? ?(?:attività|compiti|lista(?: delle attività)?) ?\??$|^(?:di[mr]mi )?(?:che )?cosa (?:devo (?:ancora )?fare|mi resta da fare|resta da fare|manca|resta|rimane)(?: ancora| oggi)* ?\??$|^(?:che )?cosa scad(?:e|rà) .{1,30}$/iu,
        /^(?:mostra(?:mi)?|elenca(?:mi)?|dimmi) (?:tutti )?i (?:miei )?promemoria$|^(?:che|quali|ho) promemoria(?: ho)? ?\??$/iu,
        /^(?:(?:mostra|elenca|leggi|dimmi|visualizza|voglio vedere)(?:mi)?|che|quali|quant[ie]|quanto tempo|ho|a che ora|c'è|ci sono|cosa)(?!\p{L}).*(?:agenda|appuntamenti|calendario|impegni|promemoria|sveglia|sveglie|timer)(?!\p{L})/iu,
      ],
      agenda: [
        ofLine`^(?:(?:dimmi|mostrami) (?:che )?cosa ?$|(?:di[mr]mi |mostrami )?(?:(?:che )?cosa|che(?= (?:c'è|ho|devo))|che (?:appuntamenti|impegni|riunioni|scadenze)|quali (?:appuntamenti|attività|compiti|impegni)|ho|c'è|ci sono)(?: (?:${agenda}))+ ?\??$)`,
        // «Scade qualcosa oggi?», «e domani?», «com'è lunedì?»
        ofLine`^(?:(?:com'è|come|cosa|e|niente|scadenza|va|${agenda})(?: |(?=\?)))*\?$`,
      ],
      change_schedule: [
        /^(?:ferma|sospendi|interrompi)(?!.*(?:sveglia|sveglie|timer))(?: (?:il|lo|la|i|gli|le|mio|mia))? (?:(?:pianificazione|programmazione) (?:(?:di|del|della|delle|dei) )?)?(?<schedule>.+)$/i,
        /^metti(?<schedule>l[oa]) in pausa$|^(?:ferma|sospendi|interrompi)(?<schedule>l[oa])$/iu,
        /^(?:riprendi|riattiva)(?<resumed>l[oa])$/iu,
        /^metti in pausa (?:(?:il|lo|la|i|gli|le) )?(?:(?:mio|mia|pianificazione|programmazione|(?<=zione )(?:di|del|della|delle|dei)) )*(?<schedule>.+)$/iu,
        /^(?:riprendi|riattiva|fai ripartire|fa' ripartire) (?:(?:il|lo|la|i|gli|le) )?(?:(?:mio|mia|pianificazione|programmazione|(?<=zione )(?:di|del|della|delle|dei)) )*(?<resumed>.+)$/iu,
      ],
      postpone: [
        /^(?<length>(?:un'|una |mezz'|due |tre |\d{1,3} )(?:minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei])) dopo$/iu,
        /^(?:sposta|rimanda|posticipa)(?! (?:il|questo) promemoria )(?: (?<task>.+?)|(?<task>l[oa])) di (?<length>(?:un[ao]?|due|tre|quattro|cinque|sei|\d{1,3}) ?'?(?:minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]))$/iu,
      ],
      snooze_task: [
        /^posponi(?:l[oa])?(?: (?:(?:il|questo) promemoria|(?<task>.+?)))? (?:di|per) (?<length>.+)$/iu,
        /^(?:posticipa|rimanda|sposta) (?:il|questo) promemoria (?:di|per) (?<length>.+)$/iu,
        /^(?:posponi(?:l[oa])?|posticipal[oa]|rimandal[oa])(?: (?:(?:il|questo) promemoria|(?<task>.+?)))?(?: (?:a|al|alle|fino a|fino alle))?$/iu,
        /^(?:ricordamelo|ricordami(?: (?<task>.+?))?) (?:di nuovo|ancora)$/iu,
      ],
      set_due: [
        /^(?:sposta|rimanda|posticipa|(?:cambia|metti)(?=l))(?<task>l[oa])?(?: (?:a|al|alle|per)){0,3}$/iu,
        /^(?:sposta|spostare|prolunga|rimanda|rimandare|posticipa|posticipare|(?<change>cambia)) (?<task>.+?)(?<to>(?: (?:a|al|alle|per)){0,3})$/iu,
        /^(?<task>.+?) scade$/iu,
      ],
      add_task: [
        /^(?:ricordami|ricordati|ricorda|ricordarmi|mi ricordi|non (?:dimentic|scord)ar(?:e|ti))[ ,]+(?:di|che devo) (?<title>.+)$/iu,
        /^ricordami (?<thing>(?:il|lo|la|i|gli|le|del|dello|della|dei|degli|delle) (?!\d).+|(?:del)?l'.+)$/iu,
        ofLine`^(?:aggiungi|aggiungere|metti|mettere|scrivi|inserisci|segna) (?<things>.+?) ${list}$`,
        /^(?:(?:imposta|metti|crea|aggiungi|programma|mettere|impostare|creare)(?:mi)? )?(?:(?:il|un|nuovo) )*(?<alarm>promemoria)(?: (?:per|alle|a))?$/iu,
        /^(?:aggiungi|crea|creare|nuov[oa]|inserisci|apri) (?:mi )?(?:un[oa']? ?)?(?:nuov[oa] )?(?:attività|compito|to-?do|promemoria) ?(?:(?:chiamat[oa]|per|di|:|-) ?)*(?<title>.+)$/iu,
        /^(?:aggiungi|crea|inserisci|inserire|metti) l'attività (?<title>.+)$/iu,
        /^(?!.*(?<!\p{L})(?:cosa|che|chi|c'è|quant[ei]|quali|perché|dove|quando|è|era|sono|ho|hai|ha|hanno|abbiamo|non|vorrei|mostra|fammi|leggi|vedi|togli|elimina|cancella|rimuovi)(?!\p{L}))(?<things>.+?) (?:nella|alla|sulla) (?:mia )?lista(?: della spesa)?$/iu,
        /^(?:attività|compito|to-?do) ?: ?(?<title>.+)$/iu,
        /^(?:(?:devo|dobbiamo)(?: fare| comprare)?|da fare|comprare|(?:(?:aggiungi|metti|scrivi)(?: questo| queste cose)? (?:alla|nella|sulla) )?(?:mia )?lista(?: della spesa| delle attività)?) ?: ?(?<things>.+)$/iu,
        /^(?:aggiungi|aggiungere) (?!\d+ (?:minut|second|or)|(?:il|lo|la|una?|quest[ao]|quell[ao])? ?(?:album|artista|brano|canzone|traccia) |.* (?:a|al|alla|nella) (?:\S+ ){0,6}(?:contatti|playlist|preferiti|timer))(?<things>.+)$/iu,
        /^(?:[mc]i serv(?:e|ono)|ho bisogno di|abbiamo bisogno di) (?!(?:aiuto|qualcosa|te|tempo|un[ao]?)(?!\p{L}))(?<things>(?:(?:il|lo|la|i|gli|le|del|della) )?\p{L}+(?:(?:, | e )(?:(?:il|lo|la|i|gli|le) )?\p{L}+)*)$/iu,
        /^(?:aiutami a|non farmi|non posso) (?:(?:non )?dimenticare|ricordare)(?: di)? (?<thing>.+)$/iu,
        /^(?:(?:imposta|metti|avvia|crea|aggiungi|programma|mettere|impostare|mi serve|ho bisogno di)(?:mi)? )?(?:(?:il|la|una?|mia|nuova) )*(?<alarm>timer|sveglia)(?: (?:di|da|per|a|alle))?$/iu,
        /^(?:(?:imposta|metti|avvia) )?(?:(?:il|un) )?(?<alarm>timer) per (?<title>(?:il|lo|la|le|i|gli) .+|l'.+)$/iu,
        /^(?<alarm>svegliami|svegliarmi)$/iu,
      ],
      my_name: [/^come mi chiamo ?\??$|^chi sono(?: io)? ?\??$|^(?:sai|conosci|qual è) il mio nome ?\??$/iu],
      how_are_you: [/^come (?:stai|va)\b/iu],
      who: [
        /^(?:chi|cosa|che cosa) sei\b|^come ti chiami\b|^presentati$|^sei (?:un[oa']? ?)?(?:ia|bot|umano|robot|intelligenza artificiale|chatgpt|vero)/iu,
        /^(?:che )?cos'è (?:questo|jarvis) ?\??$|^chi è jarvis ?\??$|^chi ti ha (?:creato|fatto|costruito|programmato) ?\??$|^(?:che|quale) modello (?:linguistico )?(?:sei|usi) ?\??$/iu,
      ],
      help: [
        /^(?:aiuto|aiutami) ?[!?]*$|^(?:che )?cosa (?:puoi|sai) fare\b|^come ti uso\b/iu,
        /^come (?:funziona|funzioni|si usa|comincio|inizio) ?\??$|^(?:che )?cosa fai ?\??$|^(?:che )?cosa posso (?:chiederti|dirti|fare(?: qui)?) ?\??$|^(?:comandi|esempi)$/iu,
      ],
      thanks: [
        /^(?:(?:bene|ottimo|perfetto|no),? )?(?:(?:molte |mille |tante )?grazie|ti ringrazio)\b.{0,30}$/iu,
        /^(?:ben fatto|ottimo lavoro|bravo|brava|sei (?:grande|bravissimo|il migliore))(?!\p{L}).{0,10}$/iu,
      ],
      farewell: [
        /^(?:arrivederci|addio|a presto|a dopo|buonanotte|buona notte)\b.{0,20}$|^a (?:domani|stasera) ?[!.]*$/iu,
      ],
      greeting: [
        /^(?:ciao|salve|buongiorno|buonasera|buon pomeriggio|ehilà|ehi)(?: (?:a tutti|jarvis))* ?[!.,?]*$/iu,
        /^(?:ci sei|mi senti|prova|test) ?[!.?]*$/iu,
      ],
      acknowledgement: [
        /^(?:ok|okay|bene|va bene|bello|ottimo|perfetto|capito|certo|d'accordo|sì|no|niente|lascia stare|non importa|non ora|scusa) ?[!.]*$/iu,
      ],
      languages: [
        /^(?:parli|capisci|sai parlare)(?: anche)? (?:l')?(?:italiano|inglese|tedesco|francese|spagnolo|altre lingue) ?\??$|^(?:che|quali|quante) lingue (?:parli|capisci)(?!\p{L})/iu,
      ],
      account: [
        /^(?:(?:come|dove) (?:posso )?)?(?:elimin|cancell|chiud|cambi|modific|esport|scaric)(?:[aoi]|are|ere)(?: tutti)? (?:(?:il|la|i) )?(?:(?:mi[oa]|miei) )?(?:account|password|dati|e-?mail|fuso orario|lingua) ?\??$/iu,
      ],
      clear: [
        /^(?:svuota|azzera|ripulisci)(?: tutto| (?:tutt[ae] )?(?:la |le )?(?:mi[ae] )?(?:lista(?: (?:della spesa|delle attività))?|attività))?(?: (?:per|di))?$/iu,
      ],
    },
    intends:
      /^(?:(?=(?:chiama|compra|ordina|paga|prenota|ritira)(?:re)? )|(?:devo|dobbiamo|dovrei|dovremmo) )(?:(?:ancora|anche|assolutamente|proprio|davvero|adesso|ora|prima|solo) )*(?!.*(?<!\p{L})(?:non|mai|dire|dirti|ammettere|sapere|tu|te|ti)(?!\p{L})|(?:(?:ancora|anche|assolutamente|proprio|davvero|adesso|ora|prima|solo) )*(?:andar(?:e|mene)|aspettare|controllare|dormire|lavorare|mangiare|parlare|pensar(?:e|ci)|riflett?er(?:e|ci)|riposare|scappare|uscire|vedere)(?: (?:adesso|ora|subito|presto|via|su|bene|prima|ancora|di più|di meno|un po'|un attimo|a (?:casa|dormire|letto)))*$)(?<title>.+)$/iu,
    pointers:
      /^(?:(?:per favore|grazie|e|ma|o|l[oa]|quest[oaie]|quell[oaie]|(?:l[oa] |la )?stess[oa](?: cosa)?|(?:un )?altr[oa]|ancora|anche|di nuovo|niente|nulla|qualcosa|forse|ricordam(?:elo|ela)|prima|dopo|più tardi)(?!\p{L})[ ,]*)+$/iu,
    joins: /^(?:(?:sì|e|ed|poi|anche|inoltre|allora|ah|oh|ok|okay|per favore|comunque)[,:!]? )+/iu,
    corrects:
      /^(?:(?:no|anzi|solo|soltanto|meglio|piuttosto|invece|o|oppure|allora|veramente|in realtà|cioè|ah|eh|ehm|oh|ops|scusa|scusami|aspetta|sbagliato|(?:alla )?stessa ora|volevo dire|intendevo|facciamol?o?|fai|fallo|(?:è|va|sarebbe) meglio)(?!\p{L})[ ,.:!]*)+$/iu,
    notes:
      /^(?:(?:ho|abbiamo) (?=un|il |la |l'|(?:allenamento|lezione|palestra|scuola|yoga|turno|esame|prove)$))?(?:un[oa']? ?)?(?!(?:abbassa|accendi|alza|appuntamenti|attiva|attività|aumenta|buon[oai]?|canta|cerca|chiedi|ciao|dai|dammi|descrivi|diminuisci|dimmi|disattiva|grazie|impegni|leggi|meteo|mostra|nessun\w*|notizie|racconta|riproduci|spegni|spiega|scrivi|suona|traduci|trova|visualizza)(?:mi)?(?!\p{L}))(?<title>\S+(?: \S+){0,7})$/iu,
    stated:
      /^(?:cambia|modifica|riduci|stato) .*(?:sveglia|timer)|(?<!\p{L})(?:io|tu|lui|lei|noi|voi|loro|mi|ti|si|ci|è|sono|sei|siamo|era|erano|ho|hai|ha|abbiamo|hanno|devo|può|posso|puoi|voglio|vorrei|non|mai|che|chi|andiamo|apre|arriva|arrivo|chiude|comincia|costa|ero|eravamo|nevica|niente|piove|salta|saltano|entra|entro|esce|esco|finisce|gioca|inizia|lascia|lavora|parte|parto|penso|prende|torna|torno|va|vado|vengo|viene|\p{L}{2,}r(?:à|ai|emo|anno)|\p{L}{3,}ò|\p{L}{4,}(?:ammo|immo))(?!\p{L})|^\p{L}+ \p{L}{3,}(?:ano|ono)(?!\p{L})/iu,
    all: /tutt[oaie](?: (?:quell[oaie]|fatt[oaie]|completat[oaie]|finit[oaie]|terminat[oaie]|conclus[oaie]|lista))*|(?:quell[ei] |cose )?(?:fatt|completat|finit|terminat|conclus)[ei]/,
    done: /fatt|completat|finit|terminat|conclus/,
    open: /(?<!\p{L})apert[aei](?!\p{L})/iu,
    places: /(?:prim|second|terz|quart|quint|sest|ultim)[oa]|(?:numero |n\. ?)?\d{1,2}[ªº]?/,
    it: /lo|la|quello|quella/,
    again: "tra un'ora",
    and: /ed?/,
    questions: /che|chi|come|cosa|quando|quanto|dove|quale|qual|perché|ho|ricordi|sai/,
    asking: 'chiama chiamo sai dimmi',
  },
  sums: {
    lead: /e/,
    asked: /quanto (?:fa|fanno|è|vale)|quant'è|calcola|cosa fa/,
    article: /il|l'/,
    end: /per favore/,
    of: /di|del|dei/,
    words: {
      '%': /per ?cento/,
      '^': /elevato (?:a|alla)|alla/,
      '^2': /al quadrato/,
      '*': /moltiplicato per|per/,
      '/': /diviso(?: per)?/,
      '+': /più/,
      '-': /meno/,
    },
  },
  says: {
    done: {
      create_schedule: 'Lo farò: {}.',
      change_schedule: 'In pausa: {}.',
      resume_schedule: 'Lo farò di nuovo: {}.',
      delete_schedule: 'Ho eliminato la pianificazione {}.',
      add_task: 'Ho aggiunto {} alle tue attività.',
      set_due: '{} ha una nuova data.',
      snooze_task: 'Ti ricorderò di nuovo {}:',
      complete_task: 'Fatto: {} è completata.',
      reopen_task: '{} è di nuovo aperta.',
      delete_task: 'Ho eliminato {}.',
      rename_task: 'L’attività ora si chiama {}.',
      save_memory: 'Me lo ricorderò: *{}*',
      forget_memory: 'Ho dimenticato questo: *{}*',
    },
    due: 'Scadenza: {}.',
    next: 'La prossima volta: {}. Te lo dirò qui{}. Per questo non cerco sul web. Per metterla in pausa, di’ «ferma» e il suo nome.',
    toldBy: { app: '', push: 'con una notifica push', mail: 'per e-mail', webhook: 'con un webhook' },
    nextTime: 'la prossima volta {}',
    paused: 'in pausa',
    finished: 'terminata',
    schedules: 'Queste sono le tue pianificazioni:',
    noSchedules: 'Non hai pianificazioni.',
    willRemind: 'Te lo ricorderò.',
    nothingDue: 'Non scade niente.',
    unreminded: 'Anche il promemoria è stato eliminato.',
    openTasks: ['Hai 1 attività aperta:', 'Hai {} attività aperte:'],
    doneTasks: ['1 attività è completata:', '{} attività sono completate:'],
    noTasks: 'La tua lista delle attività è vuota.',
    noOpenTasks: 'Non hai attività aperte.',
    noDoneTasks: 'Nessuna attività è ancora completata.',
    tasksLeft: 'Questa era una parte, ne restano {}. Dillo di nuovo e continuo.',
    memories: 'Ecco che cosa ricordo:',
    noMemories: 'Non ricordo ancora niente di te.',
    noSuch: {
      schedule: 'Non ho trovato nessuna pianificazione che corrisponda a «{}».',
      task: 'Non ho trovato nessuna attività che corrisponda a «{}».',
      memory: 'Non ricordo niente che corrisponda a «{}».',
    },
    which: {
      schedule:
        'Più pianificazioni corrispondono a «{}»: {}. Ripetilo con il nome intero o, se i nomi sono uguali, usa la pagina *Pianificazioni*.',
      task: 'Più attività corrispondono a «{}»: {}. Ripetilo con il nome intero o, se i nomi sono uguali, usa la pagina *Attività*.',
      memory: 'Più ricordi corrispondono a «{}»: {}. Ripetilo con il testo intero.',
    },
    refused: {
      secret: 'Non salvo password, chiavi o numeri di carte.',
      full: 'La mia memoria è piena. Elimina prima qualcosa nella pagina *Ricordi*.',
      memory_off: 'La memoria è disattivata nelle tue impostazioni, quindi non ho salvato niente.',
      search_off: 'La ricerca sul web è disattivata.',
      not_asked: 'Non l’ho fatto, perché il tuo messaggio non lo chiede.',
      invalid: 'È troppo lungo o troppo corto per essere salvato.',
      no_reminder: 'Non c’è nessun promemoria da rimandare.',
    },
    didNotWork: 'Non ha funzionato: {}',
    found: 'Ecco che cosa ha trovato la ricerca di «{}»:',
    foundNothing: 'La ricerca di «{}» non ha trovato niente.',
    searchFailed: 'La ricerca sul web non è riuscita: {}',
    today: 'Oggi è {}.',
    time: 'Sono le ore {} ({}).',
    uncomputable: {
      'division-by-zero': 'Non ha risultato: divide per zero.',
      'too-large': 'Il risultato è troppo grande per scriverlo.',
    },
    greeting: 'Ciao{}! Che cosa posso fare per te?',
    thanks: 'Prego!',
    farewell: 'Arrivederci!',
    acknowledgement: 'Va bene. Che cosa posso fare per te?',
    languages: 'Capisco l’italiano, l’inglese e il tedesco.',
    account:
      'Lo fai tu, nell’app web, nella pagina *Il tuo account*: password, lingua, fuso orario, scaricare tutto, eliminare l’account.',
    undo: 'Posso annullare solo ciò che ha fatto la mia ultima risposta: attività aggiunte, completate o riaperte, e attività senza scadenza eliminate.',
    one_time: 'Imposto una sola scadenza per attività e non ho aggiunto niente. Dimmi una frase per ognuna.',
    by_place: 'Non riconosco le cose dal loro posto in un elenco. Dimmi il nome di ciò che intendi.',
    forget_all:
      'Non ho ancora dimenticato niente. Puoi eliminare ogni ricordo nella pagina *Ricordi*, o dire «dimentica» e le sue parole.',
    clear:
      'Non ho ancora cambiato niente. «Elimina tutte le attività» le elimina tutte, «elimina tutte le attività completate» solo quelle completate, e «completa tutte le attività» spunta quelle aperte.',
    how_are_you: 'Sono pronto, grazie. Che cosa posso fare per te?',
    who: 'Sono Jarvis, il tuo assistente. Al momento non è collegato nessun modello linguistico, quindi rispondo con regole integrate: attività, ricordi, data e ora, aritmetica.',
    help: `Ecco che cosa so fare senza un modello linguistico:

- **Attività**: «aggiungi il latte alla lista», «mostra le mie attività», «completa le tasse», «rinomina latte in latte d’avena», «elimina il latte»
- **Scadenze**: «ricordami di chiamare Grace domani alle 9», «dentista venerdì alle 15», «imposta un timer di 5 minuti», «sposta Grace a venerdì», «cosa scade oggi?»
- **Pianificazioni**: «ogni giorno feriale alle 8 dimmi cosa scade», «domani alle 8 cerca sul web …», «quali pianificazioni ho?», «sospendi …», «riprendi …» o «ferma …»
- **Ricordi**: «ricorda che il mio cane si chiama Rex», «che cosa ricordi di me?», «dimentica il mio cane»
- **Data e ora**: «che ore sono?», «che ore sono a Tokyo?», «che giorno è oggi?»
- **Aritmetica**: «quanto fa il 15% di 80?»
- **Ricerca sul web**, dove è configurata: «cerca sul web …»

Per tutto il resto chi gestisce questo servizio può collegare un modello linguistico, nella pagina *Collegamenti* dell’app web o con l’impostazione \`MODEL\`.`,
    yourName: 'Ti chiami {}.',
    unknownName: 'Non mi hai ancora detto come ti chiami.',
    received: 'Ho ricevuto {}. Nessun modello linguistico è collegato: dai file posso soltanto citare.',
    inFiles: 'Queste parti corrispondono meglio:',
    youSaid: 'Mi hai detto: «{}»',
    notOffered: {
      tasks:
        'Qui non posso modificare le attività: in questo tipo di chiamata non si salva niente, oppure il programma offre strumenti propri.',
      schedules:
        'Qui non posso usare le pianificazioni: sono disattivate, o in questo tipo di chiamata non si salva niente.',
      memories:
        'Qui non posso usare i ricordi: la memoria è disattivata, o in questo tipo di chiamata non si salva niente.',
      search:
        'Qui non posso cercare sul web: la ricerca non è configurata o è disattivata nelle tue impostazioni.',
      date: 'Qui non posso guardare l’orologio.',
    },
    notUnderstood:
      'Non è collegato nessun modello linguistico, quindi posso aiutarti solo con attività, ricordi, data e ora e aritmetica (scrivi «aiuto» per gli esempi). Chi gestisce questo servizio ne collega uno nella pagina *Collegamenti* dell’app web (incolla una chiave, oppure sceglie Ollama), o con l’impostazione `MODEL`.',
  },
  time,
};
