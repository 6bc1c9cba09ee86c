import type { TimeWords } from '../../../language/time/time-words.ts';
import { fold } from '../../../text/fold.ts';

const letters: Readonly<Record<string, string>> = {
  utc: 'UTC',
  gmt: 'UTC',
  zulu: 'UTC',
  cet: 'Europe/Berlin',
  cest: 'Europe/Berlin',
  mez: 'Europe/Berlin',
  mesz: 'Europe/Berlin',
  bst: 'Europe/London',
  eet: 'Europe/Athens',
  est: 'America/New_York',
  edt: 'America/New_York',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  ist: 'Asia/Kolkata',
  jst: 'Asia/Tokyo',
  aest: 'Australia/Sydney',
};

/** Common names of zones that differ from those of the tz database. */
const named: Readonly<Record<string, string>> = {
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
  'san francisco': 'America/Los_Angeles',
  seattle: 'America/Los_Angeles',
  boston: 'America/New_York',
  washington: 'America/New_York',
  miami: 'America/New_York',
  beijing: 'Asia/Shanghai',
  delhi: 'Asia/Kolkata',
  mumbai: 'Asia/Kolkata',
};

const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
const spoken = (name: string) => name.toLowerCase().replaceAll('_', ' ');

/** Zones by the cities of the tz database. */
export const zonesByCity: readonly (readonly [string, string])[] = [
  ...zones.map((zone) => [spoken(zone.slice(zone.lastIndexOf('/') + 1)), zone] as const),
  ...Object.entries(named),
];

/** Zones by code and by full name, which need no further word. */
export const zoneCodes: readonly (readonly [string, string])[] = [
  ...zones.map((zone) => [`${spoken(zone)}|${zone}`, zone] as const),
  ...Object.entries(letters),
];

/**
 * The zone of a city by its name in this language or in the tz database, or of a country with one zone; undefined for
 * an unknown place.
 */
export function zoneOfPlace(place: string, locale: string, { cities }: TimeWords): string | undefined {
  const name = fold(place.trim());
  const own = Object.entries(cities).find(([, names]) => names.split('|').includes(name));
  return own?.[0] ?? zonesByCity.find(([city]) => city === name)?.[1] ?? zoneOfCountry(name, locale);
}

function zoneOfCountry(name: string, locale: string): string | undefined {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const code = countries.find((country) => fold(names.of(country) ?? '') === name);
  const [zone, another] = (code && new Intl.Locale('und', { region: code }).getTimeZones()) || [];
  return another === undefined ? zone : undefined;
}

const letters26 = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const countries = letters26.flatMap((first) => letters26.map((second) => first + second));
