import { stemmer } from '@orama/stemmers/italian';
import { stopwords } from '@orama/stopwords/italian';
import type { Vocabulary } from './vocabulary.ts';

const kin =
  'nome|soprannome|compleanno|moglie|marito|compagna|compagno|partner|fidanzata|fidanzato|figlio|figlia|figli|madre|padre|mamma|papà|genitori|sorella|fratello|nonna|nonno|cane|gatto|gatta|cavallo|capo|lavoro|azienda|squadra|città natale|lingua madre|fuso orario|indirizzo|anniversario|hobby|auto|macchina';

export const it: Vocabulary = {
  name: 'Italian',
  locale: 'it-IT',

  functionWords: `il lo la gli le un uno una è e non io tu noi voi mi ti ci si mio mia miei mie tuo tua che di del della dei
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

  months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',

  captions: { quotes: ['«', '»'], failed: 'non riuscita', keepsCapitals: false },
  replies: {
    denied: 'Qui non posso aiutarti con questo.',
    stopped: '*Interrotto.*',
    onlyLinks: 'La risposta conteneva soltanto link che avrebbero potuto portare via dati. Sono stati tolti.',
    done: 'Fatto:',
    doneButFailed: 'Il modello linguistico si è interrotto prima di rispondere. È stato fatto:',
    full: '*La risposta si interrompe qui: ha raggiunto la lunghezza massima.*',
  },

  consent: { yes: /sì|si|va bene|certo|fallo|d'accordo/, more: /grazie|per favore|fallo/ },
  pointsAtFindings:
    /\b(?:aggiungi(?:l[oaie])?|metti(?:l[oaie])?|ricorda(?:l[oaie])?|segna(?:l[oaie])?|salva(?:l[oaie])?) ?(?:quello che|ciò che|tutt[ie]|i risultati|gli ingredienti|i passi|il titolo|il nome|la data|il prezzo|l'indirizzo|il migliore|la migliore|il primo|la prima|alla|sulla|nella)|\b(?:aggiungil[oaie]|mettil[oaie]|ricordal[oaie]|segnal[oaie])\b/iu,
  unspecific: 'compito attivita',

  memories: {
    polite: /per favore|puoi|potresti/,
    lead: /e|per favore|puoi|potresti/,
    request:
      /(?:ricorda(?:re|ti)?|tieni a mente|tieni presente|memorizza(?:re)?|non dimenticare|non scordare|prendi nota)(?: (?:che)\b| ?[:,])? (?!di\b|come\b|cosa\b|quando\b)(.{4,})$/iu,
    anywhere:
      /\b(?:ricorda|ricordati|ricordare|memorizza|non dimenticare|tieni a mente|tieni presente|prendi nota|annota|salva)\b/iu,
    conjunctions: /per favore|ma|e/,
    refusals: [/non (?:te lo |lo )?(?:ricord|memorizz|salv)ar(?:e|ti|lo|telo)(?!\p{L})/iu],
    opening: /ciao|comunque/,
    passing:
      /\b(?:adesso|oggi|stasera|in questo momento)\b|^mi piace (?:questo|questa|quello|la (?:risposta|tua)|il tuo|l'idea)/iu,
    statements: [
      new RegExp(
        String.raw`^(?:(?:il|la|i|le|l') ?)?(?:mio|mia|miei|mie|nostro|nostra) (?:[\p{L}]+ ){0,1}?(?:${kin}) (?:è|sono|si chiama|si chiamano|vive|abita|lavora) \S`,
        'iu',
      ),
      /^(?:il|la|i|le) (?:mio|mia|miei|mie) .{2,40} preferit[oaie] (?:è|sono) \S/iu,
      /^(?:mi chiamo|vivo|abito|lavoro|studio|vengo da|parlo|colleziono) \S/iu,
      /^(?:io )?sono (?:allergic[oa]|vegan[oa]|vegetarian[oa]|sposat[oa]|divorziat[oa]|single|nat[oa]|di \p{Lu}|un[oa']? ?\p{L}{4,}(?:ist[ae]|tore|trice|nte|ologo|ologa|ere|era|iere)\b)/iu,
      /^ho (?:un|una|due|tre|quattro|\d+) (?:figli[oae]?|cani?|gatt[oi]|fratell[oi]|sorell[ae]|anni)\b/iu,
      /^(?:io )?(?:adoro|amo|odio|detesto|preferisco) \S|^(?:a me )?(?:mi|non mi) (?:piace|piacciono) \S/iu,
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
    opening: /ciao|salve|buongiorno|comunque|per favore|e|puoi|da ora in poi/,
    ends: /e|ma/,
    statements: [
      {
        before:
          /mi chiamo|il mio nome(?: preferito)? è|(?:puoi |può )?chiamarmi|mi (?:puoi|può) chiamare|chiamami(?: pure)?|(?:tutti |gli amici )?mi chiamano|(?:preferisco|vorrei) essere chiamat[oa]/,
      },
    ],
    naming: /mi chiamo|nome/,
    behind: /grazie/,
    notNames: `lunedì martedì mercoledì giovedì venerdì sabato domenica
      non mai un una uno il lo la i gli le domani oggi dopo quando se più alle pure così`,
    timesAndWays: `spesso stasera stamattina stanotte subito presto tardi più prossima prossimo settimana mese anno ora adesso appena dopodomani
      urgentemente immediatamente quando sempre ancora qui lì casa mattina sera pomeriggio notte con senza per alle tra fra
      domattina prima poi qualcuno nessuno niente`,
    adverb: /^\p{L}{4,}mente$/u,
    particles: 'de di del della da la al',
  },
};
