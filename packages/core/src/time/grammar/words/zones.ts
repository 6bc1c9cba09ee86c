import type { TimeWords } from '../../../language/time/time-words.ts';
import { fold } from '../../../text/fold.ts';

const letters: Readonly<Record<string, string>> = {
  UTC: 'utc|gmt|zulu',
  'Europe/Berlin': 'cet|cest|mez|mesz',
  'Europe/London': 'bst',
  'Europe/Athens': 'eet',
  'America/New_York': 'est|edt',
  'America/Chicago': 'cst|cdt',
  'America/Denver': 'mst|mdt',
  'America/Los_Angeles': 'pst|pdt',
  'Asia/Kolkata': 'ist',
  'Asia/Tokyo': 'jst',
  'Australia/Sydney': 'aest',
};

/** Common names of zones that differ from those of the tz database. */
const named: Readonly<Record<string, string>> = {
  'America/New_York': 'eastern|boston|washington|miami',
  'America/Chicago': 'central',
  'America/Denver': 'mountain',
  'America/Los_Angeles': 'pacific|san francisco|seattle',
  'Asia/Shanghai': 'beijing',
  'Asia/Kolkata': 'delhi|mumbai',
};

const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
const spoken = (name: string) => name.toLowerCase().replaceAll('_', ' ');

type Names = readonly (readonly [zone: string, names: string])[];

/** Zones by the cities of the tz database. */
export const zonesByCity: Names = [
  ...zones.map((zone) => [zone, spoken(zone.slice(zone.lastIndexOf('/') + 1))] as const),
  ...Object.entries(named),
];

/** Zones by code and by full name, which need no further word. */
export const zoneCodes: Names = [
  ...zones.map((zone) => [zone, `${spoken(zone)}|${zone}`] as const),
  ...Object.entries(letters),
];

/**
 * The zone of a city by its name in this language or in the tz database, or of a country with one zone; undefined for
 * an unknown place.
 */
export function zoneOfPlace(place: string, locale: string, { cities }: TimeWords): string | undefined {
  const name = fold(place.trim());
  const known = [...Object.entries(cities), ...zonesByCity];
  return known.find(([, names]) => names.split('|').includes(name))?.[0] ?? zoneOfCountry(name, locale);
}

function zoneOfCountry(name: string, locale: string): string | undefined {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const code = countries.find((country) => fold(names.of(country) ?? '') === name);
  const [zone, another] = (code && new Intl.Locale('und', { region: code }).getTimeZones()) || [];
  return another === undefined ? zone : undefined;
}

const letters26 = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const countries = letters26.flatMap((first) => letters26.map((second) => first + second));
