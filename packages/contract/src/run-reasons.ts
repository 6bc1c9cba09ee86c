import type { TextLanguage } from './account/account.ts';

const en = {
  account_restricted: 'The account is restricted.',
  runs_used_up: 'The runs of a day were used up.',
  tokens_used_up: 'The tokens of 30 days were used up.',
  account_full: 'The account is full. Delete conversations that you do not need.',
  reply_refused: 'The reply was refused by the rules of this service.',
  took_too_long: 'The reply took too long.',
  interrupted: 'It was interrupted.',
  key_refused: 'The language model does not accept its key. The operator of this service can change it.',
  key_unreadable:
    'This service cannot read its key for the language model. Its operator can enter the key again.',
  model_not_found:
    'The configured language model does not exist. The operator of this service can choose another one.',
  over_quota: 'The language model is busy, or its quota is used up.',
  too_long: 'The text is too long for the language model.',
  model_refused: 'The language model refused the request. Tell the operator of this service.',
  model_unreachable: 'The language model did not answer.',
  answer_unusable: 'The answer of the language model was unusable.',
  answer_empty: 'The language model answered nothing.',
  cut_off: 'The language model broke off in the middle.',
  unexpected: 'Something went wrong on the server.',
};

/** For pages, notifications and mails. Apart from the index, because pages compile it into their texts. */
export const runReasonTexts: Readonly<Record<TextLanguage, Readonly<typeof en>>> = {
  en,
  de: {
    account_restricted: 'Das Konto ist gesperrt.',
    runs_used_up: 'Die Läufe eines Tages waren verbraucht.',
    tokens_used_up: 'Die Token von 30 Tagen waren verbraucht.',
    account_full: 'Das Konto ist voll. Lösche Unterhaltungen, die du nicht brauchst.',
    reply_refused: 'Die Regeln dieses Dienstes haben die Antwort abgelehnt.',
    took_too_long: 'Die Antwort hat zu lange gedauert.',
    interrupted: 'Der Lauf wurde unterbrochen.',
    key_refused:
      'Das Sprachmodell nimmt seinen Schlüssel nicht an. Der Betreiber dieses Dienstes kann ihn ändern.',
    key_unreadable:
      'Dieser Dienst kann seinen Schlüssel für das Sprachmodell nicht lesen. Sein Betreiber kann ihn neu eingeben.',
    model_not_found:
      'Das eingestellte Sprachmodell gibt es nicht. Der Betreiber dieses Dienstes kann ein anderes wählen.',
    over_quota: 'Das Sprachmodell ist ausgelastet, oder sein Kontingent ist verbraucht.',
    too_long: 'Der Text ist für das Sprachmodell zu lang.',
    model_refused: 'Das Sprachmodell hat die Anfrage abgelehnt. Sag dem Betreiber dieses Dienstes Bescheid.',
    model_unreachable: 'Das Sprachmodell hat nicht geantwortet.',
    answer_unusable: 'Die Antwort des Sprachmodells war unbrauchbar.',
    answer_empty: 'Das Sprachmodell hat nichts geantwortet.',
    cut_off: 'Das Sprachmodell hat mittendrin abgebrochen.',
    unexpected: 'Auf dem Server ist etwas schiefgegangen.',
  },
  it: {
    account_restricted: 'L’account è bloccato.',
    runs_used_up: 'Le esecuzioni di un giorno erano esaurite.',
    tokens_used_up: 'I token di 30 giorni erano esauriti.',
    account_full: 'L’account è pieno. Elimina le conversazioni che non ti servono.',
    reply_refused: 'Le regole di questo servizio hanno rifiutato la risposta.',
    took_too_long: 'La risposta ha richiesto troppo tempo.',
    interrupted: 'È stata interrotta.',
    key_refused:
      'Il modello linguistico non accetta la sua chiave. Chi gestisce questo servizio può cambiarla.',
    key_unreadable:
      'Questo servizio non riesce a leggere la sua chiave per il modello linguistico. Chi lo gestisce può inserirla di nuovo.',
    model_not_found:
      'Il modello linguistico impostato non esiste. Chi gestisce questo servizio può sceglierne un altro.',
    over_quota: 'Il modello linguistico è occupato, o la sua quota è esaurita.',
    too_long: 'Il testo è troppo lungo per il modello linguistico.',
    model_refused: 'Il modello linguistico ha rifiutato la richiesta. Avvisa chi gestisce questo servizio.',
    model_unreachable: 'Il modello linguistico non ha risposto.',
    answer_unusable: 'La risposta del modello linguistico era inutilizzabile.',
    answer_empty: 'Il modello linguistico non ha risposto nulla.',
    cut_off: 'Il modello linguistico si è interrotto a metà.',
    unexpected: 'Qualcosa è andato storto sul server.',
  },
};
