/**
 * Why a delivery was not sent, in English, German and Italian. The English one is `error` of `Delivery`; pages show that of
 * their language. Apart from the index, because only the page of notifications needs all of them.
 */
export const deliveryReasons = {
  restricted: ['The account is restricted.', 'Das Konto ist gesperrt.', 'L’account è bloccato.'],
  tooLate: ['It came too late.', 'Es war zu spät.', 'Era troppo tardi.'],
  nothingLeft: [
    'There is nothing left to tell.',
    'Es gibt nichts mehr mitzuteilen.',
    'Non c’è più nulla da comunicare.',
  ],
  notPrepared: [
    'It could not be prepared.',
    'Die Zustellung ließ sich nicht vorbereiten.',
    'Non è stato possibile preparare l’invio.',
  ],
  mailOff: ['Mail is switched off.', 'E-Mail ist ausgeschaltet.', 'L’e-mail è disattivata.'],
  mailRefused: [
    'The mail server did not take it ({detail}).',
    'Der Mailserver hat sie nicht angenommen ({detail}).',
    'Il server di posta non l’ha accettata ({detail}).',
  ],
  pushOff: ['Push is switched off.', 'Push ist ausgeschaltet.', 'Le notifiche push sono disattivate.'],
  signedOut: [
    'The browser has signed out.',
    'Der Browser ist abgemeldet.',
    'Il browser è uscito dall’account.',
  ],
  formerKey: [
    'The browser has to subscribe again.',
    'Push muss in dem Browser neu eingeschaltet werden.',
    'Le notifiche push vanno riattivate in quel browser.',
  ],
  noSender: [
    'PUBLIC_URL is not https, and there is no operator to name.',
    'PUBLIC_URL ist keine https-Adresse, und es gibt keinen Betreiber, der genannt werden könnte.',
    'PUBLIC_URL non è un indirizzo https, e non c’è un operatore da indicare.',
  ],
  webhooksOff: ['Webhooks are switched off.', 'Webhooks sind ausgeschaltet.', 'I webhook sono disattivati.'],
  webhookOff: ['The webhook is switched off.', 'Der Webhook ist ausgeschaltet.', 'Il webhook è disattivato.'],
  webhookDeleted: [
    'The webhook was deleted.',
    'Der Webhook wurde gelöscht.',
    'Il webhook è stato eliminato.',
  ],
  unreadable: [
    'Its address can no longer be read.',
    'Seine Adresse ist nicht mehr lesbar.',
    'Il suo indirizzo non è più leggibile.',
  ],
  notHttps: [
    'The address must begin with https.',
    'Die Adresse muss mit https beginnen.',
    'L’indirizzo deve cominciare con https.',
  ],
  hasPassword: [
    'The address must have no user name and no password.',
    'Die Adresse darf keinen Benutzernamen und kein Passwort enthalten.',
    'L’indirizzo non deve contenere nome utente o password.',
  ],
  privateAddress: [
    'The address is in a private network.',
    'Die Adresse liegt in einem privaten Netz.',
    'L’indirizzo è in una rete privata.',
  ],
  privateName: [
    'The name resolves to a private network.',
    'Der Name führt in ein privates Netz.',
    'Il nome porta in una rete privata.',
  ],
  answered: ['Answered {detail}.', 'Die Antwort war {detail}.', 'La risposta è stata {detail}.'],
  tooSlow: [
    'No answer in time.',
    'Die Antwort kam nicht rechtzeitig.',
    'La risposta non è arrivata in tempo.',
  ],
  certificate: [
    'The certificate is not valid.',
    'Das Zertifikat ist nicht gültig.',
    'Il certificato non è valido.',
  ],
  noAnswer: ['No answer.', 'Es kam keine Antwort.', 'Nessuna risposta.'],
} as const satisfies Readonly<Record<string, readonly [en: string, de: string, it: string]>>;

export type DeliveryReason = keyof typeof deliveryReasons;

/** The reason in English. `detail` is a status or a code. */
export const deliveryError = (reason: DeliveryReason, detail = ''): string =>
  deliveryReasons[reason][0].replace('{detail}', detail);

/** The reason of an `error`; undefined if it is of another version of the service. */
export function readDeliveryError(
  error: string,
): { readonly reason: DeliveryReason; readonly detail: string } | undefined {
  for (const reason of Object.keys(deliveryReasons) as DeliveryReason[]) {
    const [before = '', after = ''] = deliveryReasons[reason][0].split('{detail}');
    const detail = error.slice(before.length, error.length - after.length);
    if (error === deliveryError(reason, detail)) return { reason, detail };
  }
  return undefined;
}
