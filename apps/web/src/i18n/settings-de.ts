import type { SettingsCatalog } from './settings-en.ts';

/** What operators set: loaded with their page, since nobody else reads it. */
const deSettings: SettingsCatalog = {
  settings: {
    byEnvironment: 'Von der Umgebung festgelegt, die vorgeht: Dort wird es geändert.',
    lastFailure: 'Zuletzt fehlgeschlagen {when}:',
    useBuiltin: 'Zurück zu den eingebauten Regeln',
    connectModel: 'Ein Modell verbinden',
    connectSearch: 'Websuche verbinden',
    connectMail: 'Einen Mailserver verbinden',
    provider: 'Anbieter',
    address: 'Adresse',
    addressNeeded: 'Wo der Server ist, mit seinem /v1.',
    addressOptional: 'Leer lassen für die übliche.',
    key: 'Schlüssel',
    keyHint: 'Wird verschlüsselt aufbewahrt und nie wieder gezeigt.',
    keyKept:
      'Einer, der auf {end} endet, ist für diese Adresse gespeichert. Leer lassen, um ihn weiter zu verwenden.',
    keyEnds: 'Schlüssel endet auf {end}',
    listModels: 'Modelle auflisten',
    listed:
      '{count, plural, one {# Modell steht zur Wahl.} other {# Modelle stehen zur Wahl.}} Wähle unten eines.',
    modelName: 'Modell',
    test: 'Testen',
    use: 'Verwenden',
    modelSaid: 'Antwort nach {seconds} s: {reply}',
    modelUsed: 'Ab der nächsten Nachricht in Gebrauch. Es sagte: {reply}',
    foundLocal: '{name} läuft auf diesem Rechner.',
    takeLocal: '{name} wählen',
    remove: '{name} entfernen',
    isDefault: 'Standard',
    makeDefault: 'Zum Standard machen',
    makeDefaultOf: '{name} zum Standard machen',
    withdraw: 'Zurückziehen',
    withdrawOf: '{name} nicht mehr anbieten',
    offerAnother: 'Ein weiteres Modell anbieten',
    choose: 'Wählen …',
    noMore: 'Weitere Modelle werden nicht aufgelistet.',
    disconnect: 'Trennen',
    searchFound: 'Es geht. Gefunden: {titles}',
    mailFolder: 'E-Mails werden auf dem Server in diesen Ordner geschrieben:',
    mailHost: 'Mailserver',
    mailPort: 'Port',
    mailTls: 'TLS von Anfang an',
    mailTlsHint: 'Meist mit Port 465. Sonst beginnt TLS, sobald der Server es anbietet.',
    mailUser: 'Benutzername',
    mailPassword: 'Passwort',
    mailFrom: 'Absender',
    mailTest: 'Einen Test an mich senden',
    mailSent: 'Eine Testmail ging an {to}.',
    failure: {
      keyMissing:
        'Es braucht einen Schlüssel. Ein gespeicherter geht an keine andere Adresse als die, für die er eingegeben wurde.',
      keyRefused: 'Der Schlüssel wurde abgelehnt.',
      noSuchModel: 'Dieses Modell gibt es dort nicht.',
      noAnswer: 'Unter dieser Adresse antwortet nichts.',
      tooSlow: 'Die Antwort hat zu lange gedauert.',
      quota: 'Das Kontingent ist aufgebraucht, oder es ist überlastet.',
      certificate:
        'Dem Zertifikat dieser Adresse ist nicht zu trauen: Es ist selbst ausgestellt, abgelaufen oder gilt für einen anderen Namen.',
      redirected:
        'Die Adresse leitet zu einer anderen weiter. Gib jene ein: Schlüssel werden nicht weitergeleitet.',
      notUnderstood: 'Dort antwortet etwas, aber nicht so, wie es sollte. Prüfe die Adresse.',
      refused: 'Die Anfrage wurde abgelehnt.',
      broken: 'Die Gegenseite hat selbst eine Störung. Versuch es später noch einmal.',
      secretUnreadable:
        'Der gespeicherte Schlüssel ist nicht lesbar: Er wurde mit einem anderen SECRET_KEY verschlüsselt. Gib ihn neu ein, oder gib jedem Prozess denselben SECRET_KEY.',
    },
  },
};

export default deSettings;
