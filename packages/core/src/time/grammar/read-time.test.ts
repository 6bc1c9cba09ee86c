import { readFileSync } from 'node:fs';
import fc from '@jarvis/testkit/properties';
import { whole } from '@jarvis/testkit/whole';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Language, languages } from '../../language/languages.ts';
import { type Calendar, loadCalendar } from '../load-calendar.ts';
import { readTime, type TimeRead } from './read-time.ts';

let calendar: Calendar;
beforeAll(async () => {
  calendar = await loadCalendar();
});

interface Expected {
  readonly start: string | null;
  readonly allDay?: boolean;
  readonly title?: string;
  readonly rrule?: string;
  readonly kind?: string;
  readonly past?: boolean;
  readonly afterCompletion?: boolean;
  readonly within?: readonly [string, string];
  readonly withinDays?: readonly [string, string];
}
interface Phrase {
  readonly language: Language;
  readonly text: string;
  readonly now: string;
  readonly zone: string;
  readonly expected: Expected;
  readonly accept?: readonly Expected[];
}
const { phrases } = JSON.parse(readFileSync(`${import.meta.dirname}/phrases.cases.json`, 'utf8')) as {
  phrases: Phrase[];
};

/** Monday 23 November 2026, 10:00 in Berlin. */
const said = (text: string, language?: Language, timeZone = 'Europe/Berlin') =>
  readTime({ text, language, nowMs: Date.parse('2026-11-23T09:00:00Z'), timeZone }, calendar);

const isSameTitle = (title: string, expected: string | undefined) =>
  expected === undefined || title.toLowerCase() === expected.toLowerCase();

const datesOf = (start: string, timeZone: string, repeat: string) =>
  calendar.occurrences({ start, timeZone, repeat, count: 8 }).map(({ local }) => local);

function fits(found: TimeRead, expected: Expected, zone: string): boolean {
  if (!isSameTitle(found.title, expected.title)) return false;
  if (expected.start === null || found.start === null)
    return found.start === expected.start && found.past === (expected.past ?? false);
  const { start, allDay, repeat } = found;
  const isWithin = (range: readonly [string, string] | undefined) =>
    range !== undefined && start >= range[0] && start <= range[1];
  const isThen =
    start === expected.start || (allDay ? isWithin(expected.withinDays) : isWithin(expected.within));
  const isSameRule =
    expected.rrule === undefined || repeat === null
      ? repeat === (expected.rrule ?? null)
      : datesOf(start, zone, repeat).join() === datesOf(start, zone, expected.rrule).join();
  return (
    isThen &&
    isSameRule &&
    found.afterCompletion === (expected.afterCompletion ?? false) &&
    (expected.kind === undefined || found.kind === expected.kind)
  );
}

test.each(phrases)('$language: $text', ({ text, language, now, zone, expected, accept = [] }) => {
  const found = readTime({ text, language, nowMs: Date.parse(now), timeZone: zone }, calendar);
  const isRight = [expected, ...accept].some((answer) => fits(found, answer, zone));
  expect(isRight ? expected : found).toEqual(expected);
});

describe('everyday phrases', () => {
  test.each([
    ['en', 'remind me to call Grace tomorrow at 9', '2026-11-24T09:00', 'call Grace'],
    ['en', 'slides for the quarterly review on Friday', '2026-11-27', 'slides for the quarterly review'],
    ['en', 'remind me tomorrow at 9:15 to call Anna', '2026-11-24T09:15', 'call Anna'],
    ['en', 'email Sam next Thursday at 2 about the report', '2026-12-03T14:00', 'email Sam about the report'],
    ['en', 'dentist Friday 3pm', '2026-11-27T15:00', 'dentist'],
    ['en', 'meeting tomorrow from 9 to 11', '2026-11-24T09:00', 'meeting'],
    ['en', 'call John 5pm friday', '2026-11-27T17:00', 'call John'],
    ['en', 'movie night tomorrow at 8', '2026-11-24T08:00', 'movie night'],
    ['en', 'first of the month', '2026-12-01', ''],
    ['en', 'two weeks before Christmas', '2026-12-11', ''],
    ['en', '2026-11-24T08:30', '2026-11-24T08:30', ''],
    ['de', 'in drei Wochen am Montag', '2026-12-14', ''],
    ['en', 'wake me up at 6:30', '2026-11-24T06:30', ''],
    ['en', 'a week from Friday', '2026-12-04', ''],
    ['en', 'in 2 weeks’ time', '2026-12-07', ''],
    ['en', 'CALL ANNA TOMORROW AT NINE', '2026-11-24T09:00', 'CALL ANNA'],
    ['en', 'tomorrow 9 dentist', '2026-11-24T09:00', 'dentist'],
    ['de', 'morgen 9 Zahnarzt', '2026-11-24T09:00', 'Zahnarzt'],
    ['it', 'domani 9 dentista', '2026-11-24T09:00', 'dentista'],
    ['en', 'lunch 12.30 tomorrow', '2026-11-24T12:30', 'lunch'],
    ['de', 'Freitag 10.15 Arzt', '2026-11-27T10:15', 'Arzt'],
    ['en', 'train 10.05 tomorrow', '2026-11-24T10:05', 'train'],
    ['de', 'morgen 9.10 Zug', '2026-11-24T09:10', 'Zug'],
    ['it', 'domani 12.30 pranzo', '2026-11-24T12:30', 'pranzo'],
    ['en', 'lunch Fri 12.30', '2026-11-27T12:30', 'lunch'],
    ['de', 'Mittagessen mit Priya Do 12.30', '2026-11-26T12:30', 'Mittagessen mit Priya'],
    ['it', 'pranzo con Priya gio 12.30', '2026-11-26T12:30', 'pranzo con Priya'],
    ['en', 'lunch 12.30 Fri with Priya', '2026-11-27T12:30', 'lunch with Priya'],
    ['it', 'pranzo 12.30 ven', '2026-11-27T12:30', 'pranzo'],
    ['en', 'lunch Fri 12.05', '2026-11-27T12:05', 'lunch'],
    ['de', 'Zug Freitag 10.05', '2026-11-27T10:05', 'Zug'],
    // A Friday
    ['de', 'Feier Freitag 11.12', '2026-12-11', 'Feier'],
    ['de', 'Feier Freitag, den 10.05', '2027-05-10', 'Feier'],
    ['de', 'Feier Freitag 10.05.', '2027-05-10', 'Feier'],
    ['de', 'Zug 10.05 am Freitag', '2026-11-27T10:05', 'Zug'],
    ['de', 'Feier 11.12 am Freitag', '2026-12-11', 'Feier'],
    ['it', 'festa 11.12 venerdì', '2026-12-11', 'festa'],
    ['de', 'Zug 10.05 morgen', '2026-11-24T10:05', 'Zug'],
    ['en', 'first thing tomorrow call Bob', '2026-11-24T08:00', 'call Bob'],
    ['de', 'als Erstes morgen Bob anrufen', '2026-11-24T08:00', 'Bob anrufen'],
    ['it', 'domani come prima cosa chiamare Bob', '2026-11-24T08:00', 'chiamare Bob'],
    ['en', 'movie night tomorrow', '2026-11-24', 'movie night'],
    ['en', 'inspection Tuesday 10', '2026-11-24T10:00', 'inspection'],
    ['en', 'inspection Thursday 10', '2026-12-10', 'inspection'],
    ['en', 'time off Wednesday 7 to 9am', '2026-11-25T07:00', 'time off'],
    ['de', 'morgen um 9 Jan anrufen', '2026-11-24T09:00', 'Jan anrufen'],
    ['en', 'Friday last chance', '2026-11-27', 'last chance'],
    ['de', 'Freitag letzte Chance', '2026-11-27', 'letzte Chance'],
    ['it', 'venerdì prossimo dentista', '2026-12-04', 'dentista'],
    ['en', 'set an alarm for 7', '2026-11-24T07:00', ''],
    ['en', 'credit card bill by the 15th', '2026-12-15', 'credit card bill'],
    ['de', 'Netflix vor dem 30. kündigen', '2026-11-30', 'Netflix kündigen'],
    ['de', 'ab dem 15. sparen', '2026-12-15', 'sparen'],
    ['it', 'venerdì 18 alle 9 dentista', '2026-12-18T09:00', 'dentista'],
    ['it', "martedi' alle 10 dal notaio", '2026-11-24T10:00', 'dal notaio'],
    ['it', "lunedi' al notaio", '2026-11-30', 'al notaio'],
    ['en', 'hotel check-in dec 20 after 3pm', '2026-12-20T15:00', 'hotel check-in'],
    ['en', 'party Fri night', '2026-11-27T21:00', 'party'],
    ['de', 'Kino Fr Abend', '2026-11-27T19:00', 'Kino'],
    ['it', 'cinema ven sera', '2026-11-27T19:00', 'cinema'],
    ['en', 'watch Apollo 13 tonight', '2026-11-23T19:00', 'watch Apollo 13'],
    ['en', 'conference Friday 13-15', '2026-11-27T13:00', 'conference'],
    ['en', "Sam's 30th on Saturday", '2026-11-28', "Sam's 30th"],
    ['en', 'invoice due 12/15', '2026-12-15', 'invoice'],
    ['it', "tra un paio d'ore chiamare Luca", '2026-11-23T12:00', 'chiamare Luca'],
    ['it', 'tra una decina di giorni', '2026-12-03', ''],
    ['en', 'Leo turns 5 on Saturday', '2026-11-28', 'Leo turns 5'],
    ['en', 'flight BA 552 tomorrow', '2026-11-24', 'flight BA 552'],
    ['it', 'un venerdì andiamo a cena', '2026-11-27', 'un andiamo a cena'],
    ['it', 'venerdì 2 ore studio', '2026-11-27', '2 ore studio'],
    ['en', 'Friday 8 h work', '2026-11-27', '8 h work'],
    ['de', 'um 18 h Paket abholen', '2026-11-23T18:00', 'Paket abholen'],
    ['de', 'heute um 16 Uhr Feierabend machen', '2026-11-23T16:00', 'Feierabend machen'],
    ['en', 'the day before the party on 12 December', '2026-12-11', 'party'],
    ['it', 'il giorno prima della festa del 12 dicembre', '2026-12-11', 'festa'],
    ['de', 'Mutter wird am 3. Mai 60', '2027-05-03', 'Mutter wird 60'],
    ['en', 'party Saturday 8ish', '2026-11-28T08:00', 'party'],
    ['de', 'Papa hat am 7.12. Geburtstag', '2026-12-07', 'Papa hat Geburtstag'],
    ['de', 'Urlaub 21.12. - 3.1.', '2026-12-21', 'Urlaub'],
    ['de', 'Erinnerung für 5', '2026-11-23T17:00', ''],
    ['en', 'set a timer for 5 minutes', '2026-11-23T10:05', ''],
    ['en', 'start a timer for 10 min to check the oven', '2026-11-23T10:10', 'check the oven'],
    ['en', 'set a 10-minute timer', '2026-11-23T10:10', ''],
    ['de', 'Stell einen Timer auf eine halbe Stunde', '2026-11-23T10:30', ''],
    ['it', 'imposta un timer di 5 minuti', '2026-11-23T10:05', ''],
    ['en', 'train at 9', '2026-11-24T09:00', 'train'],
    ['en', 'step 3 on Tuesday', '2026-11-24', 'step 3'],
    ['de', 'Schritt 3 am Dienstag', '2026-11-24', 'Schritt 3'],
    ['it', 'lezione 3 martedì', '2026-11-24', 'lezione 3'],
    ['de', 'morgen 10 Friseur', '2026-11-24T10:00', 'Friseur'],
    ['de', 'morgen 10 Termine', '2026-11-24', '10 Termine'],
    ['en', 'lunch Friday next', '2026-12-04', 'lunch'],
    ['en', 'Friday next steps', '2026-11-27', 'next steps'],
    ['en', 'tonight at 2', '2026-11-24T02:00', ''],
    ['de', 'diesen Abend um 8 Kino', '2026-11-23T20:00', 'Kino'],
    ['en', 'at five-thirty tomorrow evening', '2026-11-24T17:30', ''],
    ['en', 'two days from tomorrow', '2026-11-26', ''],
    ['en', 'the day after Christmas', '2026-12-26', ''],
    ['de', 'am Tag vor Weihnachten', '2026-12-24', ''],
    ['it', 'il giorno dopo Natale', '2026-12-26', ''],
    ['en', 'the first Monday after Easter', '2027-03-29', ''],
    ['en', 'Monday two weeks from now', '2026-12-07', ''],
    ['en', 'the Friday before Christmas', '2026-12-18', ''],
    ['en', 'the last Thursday before Easter', '2027-03-25', ''],
    ['it', 'il venerdì prima di Natale', '2026-12-18', ''],
    ['de', 'Dienstag nach der Arbeit', '2026-11-24', 'nach der Arbeit'],
    ['en', 'the first week of October', '2027-10-04', ''],
    ['en', 'the end of Friday', '2026-11-27T18:00', ''],
    ['it', 'la prossima Pasqua', '2027-03-28', ''],
    ['en', 'in 4 business days', '2026-11-27', ''],
    ['en', 'in 10 working days', '2026-12-07', ''],
    ['de', 'zwei Werktage vor dem 30. November', '2026-11-26', ''],
    ['en', 'at 15:30 pm', '2026-11-23T15:30', ''],
    ['en', 'conference Dec 3 to Jan 5', '2026-12-03', 'conference'],
    ['it', 'la prossima settimana, venerdì', '2026-12-04', ''],
    ['de', 'vom 3. bis einschließlich 5. März Urlaub', '2027-03-03', 'Urlaub'],
    ['it', 'dal 3 sino al 5 marzo ferie', '2027-03-03', 'ferie'],
    ['en', 'party 31-Oct-27', '2027-10-31', 'party'],
    ['it', 'party 2/ott', '2027-10-02', 'party'],
    ['en', 'party October, 1st', '2027-10-01', 'party'],
    ['en', 'party 2027 March 18', '2027-03-18', 'party'],
    ['en', 'in three quarters of an hour', '2026-11-23T10:45', ''],
    ['en', 'in a quarter of an hour', '2026-11-23T10:15', ''],
    ['en', 'in two and a half hours', '2026-11-23T12:30', ''],
    ['en', 'in an hour and a quarter', '2026-11-23T11:15', ''],
    ['en', 'in a couple of hours', '2026-11-23T12:00', ''],
    ['en', 'in a couple hours', '2026-11-23T12:00', ''],
    ['en', '4 Tuesdays from now', '2026-12-15', ''],
    ['en', '14th April 28', '2028-04-14', ''],
    ['de', 'in ein paar Tagen', '2026-11-25', ''],
    ['it', 'tra qualche giorno', '2026-11-26', ''],
    ['en', 'in a few more days', '2026-11-26', ''],
    ['en', 'in 1.5 hours', '2026-11-23T11:30', ''],
    ['it', "tra un'ora e mezza", '2026-11-23T11:30', ''],
    ['de', 'am Freitag um 18.30 Uhr', '2026-11-27T18:30', ''],
    ['en', 'Friday at 1140 am', '2026-11-27T11:40', ''],
    ['de', 'viertel acht', '2026-11-24T07:15', ''],
    ['it', 'alle otto e tre quarti', '2026-11-24T08:45', ''],
    ['en', 'at 8 tonight', '2026-11-23T20:00', ''],
    ['it', 'il 15 alle 8:00', '2026-12-15T08:00', ''],
    ['en', 'remind me 10 minutes before the meeting at 3pm tomorrow', '2026-11-24T14:50', 'meeting'],
    ['en', 'lunch with Sam tomorrow 12-1pm', '2026-11-24T12:00', 'lunch with Sam'],
    ['en', 'a week on Friday', '2026-12-04', ''],
    ['en', 'in 3d', '2026-11-26', ''],
    ['en', 'in 1d, 2hr, and 5min', '2026-11-24T12:05', ''],
    ['de', 'So 14 Uhr Treffen', '2026-11-29T14:00', 'Treffen'],
    ['de', 'so gegen 14 Uhr Treffen', '2026-11-23T14:00', 'Treffen'],
    ['en', 'in 1h30m', '2026-11-23T11:30', ''],
    ['en', 'Thanksgiving', '2026-11-26', ''],
    ['en', '2 days before the party on 12 December', '2026-12-10', 'party'],
    ['de', 'erinnere mich 10 Minuten vor dem Treffen morgen um 15 Uhr', '2026-11-24T14:50', 'Treffen'],
    ['it', 'ricordami 10 minuti prima della riunione di domani alle 15', '2026-11-24T14:50', 'riunione'],
    ['it', 'Mercoledì delle ceneri', '2027-02-10', ''],
    ['de', 'Erinnere mich morgen um 9 daran, Grace anzurufen', '2026-11-24T09:00', 'Grace anzurufen'],
    ['de', 'heut abend um 8', '2026-11-23T20:00', ''],
    ['de', 'fünf vor halb neun', '2026-11-24T08:25', ''],
    ['de', 'Treffen mit Tom, Do 14:30', '2026-11-26T14:30', 'Treffen mit Tom'],
    ['de', 'morgen um neun Uhr dreissig', '2026-11-24T09:30', ''],
    ['it', 'fra mezz’ora', '2026-11-23T10:30', ''],
    ['it', 'riunione domani dalle 9 alle 11', '2026-11-24T09:00', 'riunione'],
    ['it', 'dentista martedi alle 10 e 15', '2026-11-24T10:15', 'dentista'],
    ['it', 'il primo lunedì del mese', '2026-12-07', ''],
    ['it', 'ricordami domani alle 9:15 di chiamare Anna', '2026-11-24T09:15', 'chiamare Anna'],
  ] as const)('%s: %s', (language, text, start, title) => {
    expect(said(text, language)).toMatchObject({ start, title, allDay: !start.includes('T') });
  });

  test.each([
    ['en', 'take pills at 8am and 6pm tomorrow', '2026-11-24T08:00', null, 'take pills and 6pm'],
    ['en', 'take pills every day at 7am and 9pm', '2026-11-24T07:00', 'FREQ=DAILY', 'take pills and 9pm'],
    ['de', 'täglich um 7 und 21 Uhr Tabletten', '2026-11-24T07:00', 'FREQ=DAILY', '21 Uhr Tabletten'],
    ['it', 'ogni giorno alle 7 e alle 21 pillole', '2026-11-24T07:00', 'FREQ=DAILY', 'alle 21 pillole'],
  ] as const)('%s: of %s the first time of day counts', (language, text, start, repeat, title) => {
    expect(said(text, language)).toMatchObject({ start, repeat, title });
  });

  test.each([
    ['en', 'every other Tuesday at 6', '2026-11-24T18:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['en', 'every week on Tue and Thu', '2026-11-24', 'FREQ=WEEKLY;BYDAY=TU,TH'],
    ['en', 'on the 31st of every month', '2026-11-30', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['en', 'every 31 June', '2027-06-30', 'FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=30'],
    ['en', 'monthly on the 30th', '2026-11-30', 'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1'],
    ['en', 'weekly on Tuesday', '2026-11-24', 'FREQ=WEEKLY;BYDAY=TU'],
    ['en', 'monthly on the last Friday', '2026-11-27', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['en', 'every month at the end of the month', '2026-11-30', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['en', 'yearly on the last Friday of March', '2027-03-26', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1FR'],
    ['en', 'every year in May', '2027-05-01', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1'],
    ['en', 'yearly on Christmas', '2026-12-25', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25'],
    ['en', 'every Monday at 8 for two weeks', '2026-11-30T08:00', 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261213'],
    ['de', 'jeden zweiten Dienstag im Monat', '2026-12-08', 'FREQ=MONTHLY;BYDAY=2TU'],
    ['en', 'daily at 9:30 on weekdays', '2026-11-24T09:30', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['de', 'alle 3 Monate ab Januar', '2027-01-01', 'FREQ=MONTHLY;INTERVAL=3'],
    ['de', 'montags bis freitags um 7:45', '2026-11-24T07:45', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['de', 'zwei Wochen lang jeden Tag', '2026-11-23', 'FREQ=DAILY;UNTIL=20261206'],
    ['it', 'ogni 3 mesi da gennaio', '2027-01-01', 'FREQ=MONTHLY;INTERVAL=3'],
    ['de', 'ab morgen jeden Tag um 8', '2026-11-24T08:00', 'FREQ=DAILY'],
    ['en', '2026-11-24T08:30 every day', '2026-11-24T08:30', 'FREQ=DAILY'],
    [
      'en',
      'every 30 minutes for 2 hours',
      '2026-11-23T10:30',
      'FREQ=MINUTELY;INTERVAL=30;UNTIL=20261123T123000',
    ],
    ['de', 'am kommenden Monatsende jeden Tag', '2026-12-31', 'FREQ=DAILY'],
    ['en', 'every day except Sunday', '2026-11-23', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA'],
    ['en', 'daily at 15:30 except on weekends', '2026-11-23T15:30', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['en', 'on weekdays at 9, but not on Monday', '2026-11-24T09:00', 'FREQ=WEEKLY;BYDAY=TU,WE,TH,FR'],
    ['de', 'täglich um 7 außer am Wochenende', '2026-11-24T07:00', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    [
      'it',
      'ogni giorno alle 7 tranne la domenica',
      '2026-11-24T07:00',
      'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA',
    ],
    ['en', 'every 4th Thursday of November', '2026-11-26', 'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH'],
    ['de', 'jeden Monat am letzten Tag', '2026-11-30', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['it', 'ogni 4 settimane il venerdì', '2026-11-27', 'FREQ=WEEKLY;INTERVAL=4;BYDAY=FR'],
    ['de', 'werktags um 7', '2026-11-24T07:00', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['it', 'il lunedì e il giovedì alle 18', '2026-11-23T18:00', 'FREQ=WEEKLY;BYDAY=MO,TH'],
    ['it', 'ogni lunedì per 10 volte', '2026-11-23', 'FREQ=WEEKLY;BYDAY=MO;COUNT=10'],
    ['en', 'remind me every 15th', '2026-12-15', 'FREQ=MONTHLY;BYMONTHDAY=15'],
    ['de', 'jeden 15. und 30.', '2026-11-30', 'FREQ=MONTHLY;BYMONTHDAY=15,30'],
    ['it', 'ogni 15', '2026-12-15', 'FREQ=MONTHLY;BYMONTHDAY=15'],
    ['en', 'every month on the 1st and 15th', '2026-12-01', 'FREQ=MONTHLY;BYMONTHDAY=1,15'],
    [
      'de',
      'alle 2 Monate am 15. und am letzten Tag',
      '2026-11-30',
      'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1,15',
    ],
    ['it', 'ogni mese i giorni 1 e 15', '2026-12-01', 'FREQ=MONTHLY;BYMONTHDAY=1,15'],
    [
      'it',
      'ogni settimana di dom, fino a dom 3 gen 2027',
      '2026-11-29',
      'FREQ=WEEKLY;BYDAY=SU;UNTIL=20270103',
    ],
    ['it', 'ogni mese 1 e 15', '2026-12-01', 'FREQ=MONTHLY;BYMONTHDAY=1,15'],
    ['it', 'ogni mese il primo e il 15', '2026-12-01', 'FREQ=MONTHLY;BYMONTHDAY=1,15'],
    ['en', 'every month on day 3', '2026-12-03', 'FREQ=MONTHLY;BYMONTHDAY=3'],
    ['en', 'every month on the 1st, 9am', '2026-12-01T09:00', 'FREQ=MONTHLY;BYMONTHDAY=1'],
    ['de', 'jeden Monat am 1., 9 Uhr', '2026-12-01T09:00', 'FREQ=MONTHLY;BYMONTHDAY=1'],
    ['en', 'every month on the 15th, 6 times', '2026-12-15', 'FREQ=MONTHLY;BYMONTHDAY=15;COUNT=6'],
    ['de', 'jeden Monat am 15., 6-mal', '2026-12-15', 'FREQ=MONTHLY;BYMONTHDAY=15;COUNT=6'],
    ['it', 'ogni mese il giorno 15, 6 volte', '2026-12-15', 'FREQ=MONTHLY;BYMONTHDAY=15;COUNT=6'],
    ['en', 'every month on the first and third Monday', '2026-12-07', 'FREQ=MONTHLY;BYDAY=1MO,3MO'],
    ['de', 'jeden Monat am ersten Montag und am dritten Montag', '2026-12-07', 'FREQ=MONTHLY;BYDAY=1MO,3MO'],
    ['it', 'ogni mese la prima e la terza domenica', '2026-12-06', 'FREQ=MONTHLY;BYDAY=1SU,3SU'],
    ['en', 'in two hours every hour', '2026-11-23T12:00', 'FREQ=HOURLY'],
    ['en', 'in 30 minutes and every day', '2026-11-23T10:30', 'FREQ=DAILY'],
    ['de', 'in 2 Stunden und jede Woche', '2026-11-23T12:00', 'FREQ=WEEKLY'],
    ['en', 'Tue and Thu', '2026-11-24', 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=2'],
    ['en', 'Mon/Wed 7pm', '2026-11-23T19:00', 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=2'],
    ['de', 'Di und Do um 18 Uhr', '2026-11-24T18:00', 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=2'],
    ['en', 'Mon, Wed, Fri', '2026-11-23', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['de', 'montag, mittwoch und freitag um 7', '2026-11-25T07:00', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['en', 'every Mon-Fri at 9:30', '2026-11-24T09:30', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['en', 'Mon Wed Fri', '2026-11-23', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['en', 'Tue/Thu/Sat', '2026-11-24', 'FREQ=WEEKLY;BYDAY=TU,TH,SA'],
    ['en', 'every few days', '2026-11-23', 'FREQ=DAILY;INTERVAL=3'],
    ['en', 'every hour and a half', '2026-11-23T11:30', 'FREQ=MINUTELY;INTERVAL=90'],
    ['en', 'every 2 Fridays', '2026-11-27', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    ['en', 'every mondays', '2026-11-23', 'FREQ=WEEKLY;BYDAY=MO'],
    ['en', 'every March', '2027-03-01', 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1'],
    ['de', 'jeden fünfzehnten', '2026-12-15', 'FREQ=MONTHLY;BYMONTHDAY=15'],
    ['de', 'jeden 1. und 3. Mittwoch im Monat', '2026-12-02', 'FREQ=MONTHLY;BYDAY=1WE,3WE'],
    ['en', 'on the 2nd and 4th Friday of every month', '2026-11-27', 'FREQ=MONTHLY;BYDAY=2FR,4FR'],
    ['it', 'il 1 e il 15 di ogni mese', '2026-12-01', 'FREQ=MONTHLY;BYMONTHDAY=1,15'],
    ['de', 'am Ende jedes Monats', '2026-11-30', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['de', 'am Ende jedes zweiten Monats', '2026-11-30', 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1'],
    ['en', 'at the end of every other month', '2026-11-30', 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1'],
    ['en', 'at the end of every week', '2026-11-27', 'FREQ=WEEKLY;BYDAY=FR'],
    ['de', 'am Ende jedes Jahres', '2026-12-31', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31'],
    ['it', "all'inizio di ogni trimestre", '2027-01-01', 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1'],
    ['en', 'quarterly at the end of the quarter', '2026-12-31', 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1'],
    ['it', 'ogni fine anno', '2026-12-31', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31'],
    ['de', 'am Ende jedes Werktags', '2026-11-23T18:00', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['en', 'every year on the 1st and 15th of May', '2027-05-01', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1,15'],
    ['de', 'am 1. und 15. Mai jedes Jahr', '2027-05-01', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1,15'],
    [
      'en',
      'every year on the 16th in June and December',
      '2026-12-16',
      'FREQ=YEARLY;BYMONTH=6,12;BYMONTHDAY=16',
    ],
    ['it', 'ogni 16 giugno e 16 dicembre', '2026-12-16', 'FREQ=YEARLY;BYMONTH=6,12;BYMONTHDAY=16'],
    ['en', 'every other evening', '2026-11-23T19:00', 'FREQ=DAILY;INTERVAL=2'],
    ['de', 'jeden zweiten Abend', '2026-11-23T19:00', 'FREQ=DAILY;INTERVAL=2'],
    ['en', 'every 15th in the morning', '2026-12-15T09:00', 'FREQ=MONTHLY;BYMONTHDAY=15'],
    ['en', 'every second in the morning', '2026-12-02T09:00', 'FREQ=MONTHLY;BYMONTHDAY=2'],
    ['de', 'jeden Zweiten am Abend', '2026-12-02T19:00', 'FREQ=MONTHLY;BYMONTHDAY=2'],
    ['it', 'tutte le domeniche', '2026-11-29', 'FREQ=WEEKLY;BYDAY=SU'],
    ['it', "una volta all'anno", '2026-11-23', 'FREQ=YEARLY'],
    ['it', 'tra 20 ore e ogni giorno', '2026-11-24T06:00', 'FREQ=DAILY'],
  ] as const)('%s: %s repeats', (language, text, start, repeat) => {
    expect(said(text, language)).toMatchObject({ start, repeat, title: '' });
  });

  test.each([
    ['en', 'every month on the 10th, 2 bottles', 'FREQ=MONTHLY;BYMONTHDAY=10', '2 bottles'],
    ['de', 'jeden Monat am 5. und 2 Flaschen', 'FREQ=MONTHLY;BYMONTHDAY=5', '2 Flaschen'],
    ['it', 'ogni mese il 1 e 3 giorni prima', 'FREQ=MONTHLY;BYMONTHDAY=1', '3 giorni prima'],
    ['en', 'ballet every Tue/Thu', 'FREQ=WEEKLY;BYDAY=TU,TH', 'ballet'],
    ['de', 'täglich Gitarre üben', 'FREQ=DAILY', 'Gitarre üben'],
    ['it', 'mensilmente affitto', 'FREQ=MONTHLY', 'affitto'],
    ['en', 'send weekly report every Friday', 'FREQ=WEEKLY;BYDAY=FR', 'send weekly report'],
    ['de', 'Medikament 3x täglich', 'FREQ=DAILY', 'Medikament 3x'],
    ['en', 'walk for an hour every day', 'FREQ=DAILY', 'walk for an hour'],
    ['de', 'jeden Tag 30 Minuten lang laufen', 'FREQ=DAILY', '30 Minuten lang laufen'],
    ['it', 'camminare per 30 minuti ogni giorno', 'FREQ=DAILY', 'camminare per 30 minuti'],
    ['en', 'every 30 June and 31 December', 'FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=30', '31 December'],
  ] as const)(
    '%s: %s: a number that counts, or a length, stays in the title',
    (language, text, repeat, title) => {
      expect(said(text, language)).toMatchObject({ repeat, title });
    },
  );

  test.each([
    ['en', 'pay rent every 15th', 'pay rent', 15],
    ['en', 'remind me every 15th to pay rent', 'pay rent', 15],
    ['de', 'Miete zahlen jeden 15.', 'Miete zahlen', 15],
    ['de', 'Miete jeden 15. zahlen', 'Miete zahlen', 15],
    ['de', 'Miete zahlen jeden Ersten', 'Miete zahlen', 1],
    ['it', 'affitto ogni 15', 'affitto', 15],
    ['it', 'ricordami ogni 15 di pagare', 'pagare', 15],
  ] as const)('%s: a day of the month may lack "of the month": %s', (language, text, title, day) => {
    expect(said(text, language)).toMatchObject({ title, repeat: `FREQ=MONTHLY;BYMONTHDAY=${day}` });
  });

  test.each([
    ['en', 'call Anna on 1 January 3000'],
    ['en', 'in January 3000'],
    ['en', 'every year on 1 January 3000'],
    ['en', 'every day until 1 January 3000'],
    ['en', '30 February'],
    ['en', 'call on 2027-02-29'],
    ['en', 'call on 2/30/2027'],
    ['de', 'am 31.4. anrufen'],
    ['it', 'il 29/02/2027'],
    ['de', 'am 1. Januar 10000'],
    ['it', 'il 1 gennaio 1950'],
    ['en', 'in 972 years and 9999 hours'],
    ['en', '2999-12-31T23:59:59-12:00'],
  ] as const)('%s: an impossible date sets nothing, and is reported: %s', (language, text) => {
    expect(said(text, language)).toMatchObject({ start: null, noSuchDate: true, title: text });
  });

  test('a number after a date may count the next word', () => {
    expect(said('on 12 May 2500 people come', 'en').start).toBe('2027-05-12');
    expect(said('on 12 May 2500', 'en').start).toBe('2500-05-12');
  });

  test.each([
    ['en', 'Every weekday at 7 tell me what is due', 'tell me what is due'],
    ['en', 'tell me what is due every day at 7', 'tell me what is due'],
    ['en', 'every day at 7 check which invoices are due', 'check which invoices are due'],
    ['en', 'tomorrow at 7 turn the heating on', 'turn the heating on'],
    ['en', 'tomorrow at 7 turn the heating on please', 'turn the heating on'],
    ['en', 'rent is due tomorrow please', 'rent'],
    ['de', 'Jeden Werktag um 7 sag mir, was fällig ist', 'sag mir, was fällig ist'],
    ['de', 'Sag mir, was fällig ist, jeden Werktag um 7', 'Sag mir, was fällig ist'],
    ['de', 'Was ist fällig, jeden Werktag um 7', 'Was ist fällig'],
    ['de', 'morgen um 7 mach bitte das Licht an', 'mach bitte das Licht an'],
    [
      'it',
      'domani alle 7 dimmi cosa devo fare e per chi è il regalo, per favore',
      'dimmi cosa devo fare e per chi è il regalo',
    ],
  ] as const)('%s: only a remnant beside the time is left out: %s', (language, text, title) => {
    expect(said(text, language).title).toBe(title);
  });

  test.each([
    ['en', 'every morning at 7 tell me what is due today', 'tell me what is due today'],
    ['en', 'tell me the news every day at 7 from tomorrow', 'tell me the news'],
    ['de', 'Sag mir jeden Morgen um 7, wie das Wetter heute wird', 'Sag mir, wie das Wetter heute wird'],
    ['it', 'ogni mattina alle 7 dimmi cosa scade oggi', 'dimmi cosa scade oggi'],
  ] as const)('%s: a day in a recurring request stays in its text: %s', (language, text, title) => {
    expect(said(text, language)).toMatchObject({
      title,
      start: '2026-11-24T07:00',
      repeat: 'FREQ=DAILY',
      kind: 'ask',
    });
  });

  test.each([
    ['en', 'tomorrow at 9 remind me to call Anna'],
    ['de', 'morgen um 9 erinnere mich daran, Anna anzurufen'],
    ['it', 'domani alle 9 ricordami di chiamare Anna'],
  ] as const)('%s: the request for a reminder may follow the time', (language, text) => {
    expect(said(text, language)).toMatchObject({ start: '2026-11-24T09:00', kind: 'reminder' });
  });

  test.each([
    ['set a timer for 2 minutes', '2026-11-23T10:02:50'],
    ['set a timer for 5 minutes', '2026-11-23T10:05:50'],
    ['remind me in 59 minutes', '2026-11-23T10:59:50'],
    ['remind me in an hour', '2026-11-23T11:01'],
    ['remind me in 2 hours', '2026-11-23T12:01'],
  ])('a time from now is never early: %s', (text, start) => {
    const nowMs = Date.parse('2026-11-23T09:00:49.300Z');
    expect(readTime({ text, language: 'en', nowMs, timeZone: 'Europe/Berlin' }, calendar).start).toBe(start);
  });

  test('the weekend ends on Sunday, also if that is today', () => {
    const nowMs = Date.parse('2026-11-29T09:00:00Z');
    const asked = { text: 'by the end of the weekend', language: 'en', nowMs, timeZone: 'UTC' } as const;
    expect(readTime(asked, calendar).start).toBe('2026-11-29');
  });

  test('a stated zone counts, and the instant is in that zone', () => {
    expect(said('call at 9 New York time', 'en')).toMatchObject({
      start: '2026-11-23T09:00',
      timeZone: 'America/New_York',
      at: '2026-11-23T14:00:00.000Z',
      title: 'call',
    });
    for (const zone of ['(America/New_York)', '(New York)', '(New York time)'])
      expect(said(`call at 9 ${zone}`, 'en')).toMatchObject({ timeZone: 'America/New_York', title: 'call' });
    expect(said('um 15 Uhr Londoner Zeit', 'de').timeZone).toBe('Europe/London');
    expect(said('alle 9 ora di New York', 'it').timeZone).toBe('America/New_York');
  });

  test('a date in figures has its month first in locales that write it so', () => {
    expect(said('on 3/4/2027', 'en', 'America/New_York').start).toBe('2027-03-04');
    expect(said('on 3/4/2027', 'en', 'Europe/London').start).toBe('2027-04-03');
  });

  test('a time with an offset becomes local', () => {
    expect(said('2026-11-24T08:30:00Z', 'en')).toMatchObject({
      start: '2026-11-24T09:30',
      at: '2026-11-24T08:30:00.000Z',
    });
  });

  test('a time that has passed sets nothing, and is reported', () => {
    expect(said('read last Monday’s minutes, today at 9am', 'en')).toMatchObject({
      start: null,
      past: true,
      passed: '2026-11-23T09:00',
    });
  });

  test.each([
    ['en', 'called Ann two days ago', '2026-11-21'],
    ['de', 'vor zwei Tagen Anna angerufen', '2026-11-21'],
    ['it', 'chiamato Anna due giorni fa', '2026-11-21'],
    ['en', 'called Ann last Monday', '2026-11-16'],
  ] as const)('%s: a day before today is in the past: %s', (language, text, passed) => {
    expect(said(text, language)).toMatchObject({ start: null, passed });
  });

  test('without a language, the language counts in which it is a time', () => {
    expect(said('übermorgen')).toMatchObject({ language: 'de', start: '2026-11-25' });
    expect(said('dopodomani')).toMatchObject({ language: 'it', start: '2026-11-25' });
    expect(said('tomorrow')).toMatchObject({ language: 'en', start: '2026-11-24' });
  });

  test('“am” after an hour is not a German word', () => {
    for (const text of ['Dentist Friday 9am', 'Friday 9 am dentist', '9:30am Friday dentist'])
      expect(said(text)).toMatchObject({ language: 'en', start: expect.stringMatching(/^2026-11-27T09:/) });
    for (const text of ['Zahnarzt 9am Freitag', 'Zahnarzt 9 am Freitag'])
      expect(said(text)).toMatchObject({ language: 'de', start: '2026-11-27T09:00', title: 'Zahnarzt' });
    expect(said('Flug 400 am 5. Dezember um 7:45', 'de').start).toBe('2026-12-05T07:45');
  });

  test.each([
    ['en', 'Bus 12 tomorrow at 9', '2026-11-24T09:00', 'Bus 12'],
    ['it', 'Volo AZ 610 il 5 dicembre alle 7:45', '2026-12-05T07:45', 'Volo AZ 610'],
    ['en', 'Read chapter 5 by Monday', '2026-11-30', 'Read chapter 5'],
    ['de', 'Lektion 5 bis Freitag lernen', '2026-11-27', 'Lektion 5 lernen'],
    ['it', 'leggere capitolo 5 entro venerdì', '2026-11-27', 'leggere capitolo 5'],
    ['en', 'call 555-1234 tomorrow', '2026-11-24', 'call 555-1234'],
    ['en', 'step 3 on Tuesday', '2026-11-24', 'step 3'],
    ['en', 'lunch 12 tomorrow', '2026-11-24T12:00', 'lunch'],
  ] as const)('%s: a number beside a stated time is not a time: %s', (language, text, start, title) => {
    expect(said(text, language)).toMatchObject({ start, title });
  });

  test.each([
    ['en', 'call my aunt tomorrow', '2026-11-24', 'call my aunt'],
    ['en', 'dinner with my uncle Friday', '2026-11-27', 'dinner with my uncle'],
    ['en', 'call the man at 5', '2026-11-23T17:00', 'call the man'],
    ['de', 'Essen mit der Familie am Samstag', '2026-11-28', 'Essen mit der Familie'],
    ['de', 'meine Frau morgen abholen', '2026-11-24', 'meine Frau abholen'],
    ['de', 'Familie jeden Sonntag besuchen', '2026-11-29', 'Familie besuchen'],
    ['it', 'cena al ristorante domani', '2026-11-24', 'cena al ristorante'],
    ['it', 'corso lunedì alle 18', '2026-11-30T18:00', 'corso'],
    ['it', 'film venerdì alle 21', '2026-11-27T21:00', 'film'],
    ['it', 'visita zia martedì alle 9', '2026-11-24T09:00', 'visita zia'],
    ['it', 'passare in via 25 aprile domani', '2026-11-24', 'passare in via 25 aprile'],
  ] as const)('%s: a person or a place before a time is not its name: %s', (language, text, start, title) => {
    expect(said(text, language)).toMatchObject({ start, title });
  });

  test('the middle or the end of a week is no repeat of months', () => {
    expect(said('riunione di metà settimana', 'it')).toMatchObject({ start: '2026-11-25', repeat: null });
    expect(said('immer Ende der Woche aufräumen', 'de').repeat).toBeNull();
    expect(said('always at the end of the month pay rent', 'en').repeat).toBe('FREQ=MONTHLY;BYMONTHDAY=-1');
  });

  test('“e” between two weekdays is not a range', () => {
    expect(said('palestra mercoledì e venerdì alle 18', 'it')).toMatchObject({
      start: '2026-11-25T18:00',
      repeat: 'FREQ=WEEKLY;BYDAY=WE,FR;COUNT=2',
      title: 'palestra',
    });
    expect(said('tra lunedì e venerdì alle 18', 'it').repeat).toBe('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR');
  });

  test.each([
    ['en', 'Friday two pizzas', '2026-11-27', 'two pizzas'],
    ['en', 'tomorrow 2 birthday cards', '2026-11-24', '2 birthday cards'],
    ['it', 'domani 3 torte', '2026-11-24', '3 torte'],
    ['de', 'morgen ein Geschenk kaufen', '2026-11-24', 'ein Geschenk kaufen'],
    ['de', 'morgen 17 Uhr ein Geschenk kaufen', '2026-11-24T17:00', 'ein Geschenk kaufen'],
    ['de', 'Freitag 20 Euro an Ann zahlen', '2026-11-27', '20 Euro an Ann zahlen'],
    ['de', 'Freitag 3 Zitronen kaufen', '2026-11-27', '3 Zitronen kaufen'],
    ['it', 'domani un regalo per Anna', '2026-11-24', 'un regalo per Anna'],
    ['it', 'venerdì primo soccorso', '2026-11-27', 'primo soccorso'],
    ['en', 'Friday second interview', '2026-11-27', 'second interview'],
    ['de', 'am Freitag zweite Impfung', '2026-11-27', 'zweite Impfung'],
    ['en', 'Friday 18th dentist', '2026-12-18', 'dentist'],
    ['it', 'venerdì 18 dentista', '2026-12-18', 'dentista'],
    ['en', 'on the 15th visit grandma', '2026-12-15', 'visit grandma'],
    ['de', 'um 18 Uhr 30 Sport', '2026-11-23T18:30', 'Sport'],
  ] as const)(
    '%s: a number after a day that counts the next word is not a time: %s',
    (language, text, start, title) => {
      expect(said(text, language)).toMatchObject({ start, title });
    },
  );

  test('capitals of a title in title case are no names', () => {
    expect(said('Call Mom Tomorrow', 'en')).toMatchObject({ start: '2026-11-24', title: 'Call Mom' });
    expect(said('Lunch Friday Anna', 'en')).toMatchObject({ start: '2026-11-27', title: 'Lunch Anna' });
    expect(said('Read USA Today', 'en').start).toBeNull();
  });

  test.each([
    ['en', 'in 1h30 laundry', '2026-11-23T11:30'],
    ['en', 'laundry in 2 hours 15', '2026-11-23T12:15'],
    ['de', 'laundry in 1 Stunde 30', '2026-11-23T11:30'],
    ['en', 'laundry in 1h20', '2026-11-23T11:20'],
    ['it', 'laundry tra 2 ore e 15', '2026-11-23T12:15'],
  ] as const)('%s: minutes after hours need no word: %s', (language, text, start) => {
    expect(said(text, language)).toMatchObject({ start, title: 'laundry' });
    for (const count of [10, 15])
      expect(said(`in 2 Stunden ${count} Seiten lesen`)).toMatchObject({
        start: '2026-11-23T12:00',
        title: `${count} Seiten lesen`,
      });
  });

  test.each([
    ['en', 'conference Dec 3-5', '2026-12-03'],
    ['de', 'conference 3.-5. Dezember', '2026-12-03'],
    ['de', 'conference vom 3. bis 5. Dezember', '2026-12-03'],
    ['en', 'conference on the 31st until 5 January', '2026-12-31'],
    ['de', 'conference am 31. bis 5. Januar', '2026-12-31'],
    ['it', 'conference dal 3 al 5 dicembre', '2026-12-03'],
    ['en', 'conference 3-4 tomorrow', '2026-11-24T15:00'],
    ['en', 'conference Friday 3-5', '2026-11-27T15:00'],
  ] as const)('%s: a range begins with its first day or hour: %s', (language, text, start) => {
    expect(said(text, language)).toMatchObject({ start, title: 'conference' });
  });

  test('the spans are the words for the time, in UTF-16 code units', () => {
    const text = '🍕 call Anna on Friday at 5';
    expect(said(text, 'en').spans.map(({ start, end }) => text.slice(start, end))).toEqual([
      'on Friday',
      'at 5',
    ]);
  });
});

const timeless: Readonly<Record<Language, string>> = {
  en: `May I come in|ask May about the party|call April about the keys|dinner with Mrs Friday|read The 5th Wave
    |read The Sunday Times|watch Saturday Night Live|upgrade to version 2.5|install Python 3.12|pay $9.99 for the app
    |flight BA 117|room 101 on the 5th floor|look at 3 screens|meet at 10 Downing Street|hold on a second|coffee 2.50, sun cream
    |sat nav update|march to the office|evening dress|a quarter of the cake|call 555 1234|Psalm 23|iPhone 15
    |24/7 support|9/11 memorial|buy 1/2 pound of butter|IP 192.168.1.10|fix issue #5|COVID-19 test|U2 concert
    |priced at 20 dollars|good morning|Black Friday deals list|buy Christmas presents|weekly review template|next steps
    |from 3 to 5 people|between 5 and 10 people|in 3D|today's news|Monday's meeting notes|the second floor
    |"remind me tomorrow" is a song|watch ‘The Day After Tomorrow’|USA Today subscription|read 1984|Blade Runner 2049
    |mail to bob@9am.com|https://example.com/2026-11-24|5 a day|his daily bread|June Carter|Marcus|at 100%|at 6.45 percent|at least 5
    |from 10 to 20 dollars|from 2 to 7 g|tie for 2 years and 3 months|sleep 1 month|one month and a half
    |12 Angry Men|Seven|midnight blue paint|3rd time lucky|all day breakfast|on my mind all day everyday|buy a 5 minute timer|every 3rd album|meditate every 3rd night|4a|7|2020|1-2|I'm at 101,194 points!`,
  de: `Frau Freitag anrufen|Herrn Sonntag schreiben|Monitor in den Keller bringen|Mai anrufen|Marzipan kaufen
    |Julia und August treffen|Film „Heute oder morgen“ ansehen|die Tageszeitung abbestellen|Abendkleid kaufen
    |Morgenmantel waschen|guten Morgen|guten Abend|es geht um 3 Dinge|um 10 Prozent senken|am dritten Versuch
    |zwischen 3 und 5 Kilometern|von 2 bis 7 l|zwischen 5 und sechs Millimetern|so
    |im 3. Stock|die 5. Welle lesen|Version 3.12 installieren|Flug LH 400|ICE 615|3,50 Euro|0,5 Liter Wasser
    |ein halbes Brot|ein Viertel vom Kuchen|eine Sekunde bitte|so ist das|So früh aufstehen|So spät abends noch arbeiten|mit dir|Fr. Müller anrufen|Uhr kaufen
    |Weihnachtsgeschenke kaufen|zwei Karten kaufen|in fünf Schritten|für zwei Personen|von 3 bis 5 Personen
    |zwischen 5 und 10 Euro|vor 5 Leuten sprechen|nach 3 Versuchen|bis bald|alle 3 Kinder|jedes Mal|um eine Stunde|um eine Woche|um 2 Tage verlängern|einmal Pommes|jeden 3. Artikel lesen
    |zum letzten Mal|nächste Schritte|eines Tages|früher oder später|1. FC Köln|Heinrich der 8.|Stand 2:1|1984 lesen
    |Straße des 17. Juni|A4 Papier|007|bob@montag.de|"am Montag" buchstabieren|Tagebuch|Montageanleitung suchen`,
  it: `chiamare Marzia e Domenico|chiamare Domenica|prenotare il volo AZ 1610|scrivere alle 5 colleghe|il terzo uomo
    |leggere La quinta onda|il primo della classe|la prima volta|un secondo|secondo piano|un quarto del dolce
    |mezzo chilo di pane|buongiorno|abito da sera|crema notte|tre persone|le 3 caravelle|le due torri|alla fine vince
    |versione 2.5|treno 9612|costa 3,50 euro|3/4 di litro|via Venti Settembre|piazza 25 Aprile|mar Mediterraneo
    |set di coltelli|maggiordomo|maggio|tra amici|fra Cristoforo|in tre parti|per tre|da 3 a 5 persone|arrivare di prima|in prima fila
    |per la seconda|nella terza|1ª|da 2 a 7 chilometri|da Mario
    |un'ora|ogni tanto|ogni 15 pagine|ogni volta|tutti i compiti|ultimo piano|prossimo passo|settimana enigmistica|risultato 2:1|1984
    |"domani è un altro giorno" film|il libro «Domani»|ristorante Da Sabato|regali di Natale|venerdì nero|sera|presto
    |bob@lunedi.it|numero di 5 ore|la fine del libro|e 20 euro|abbonamento mensile`,
};

describe.each(languages)('a sentence without a time has none (%s)', (language) => {
  test.each(timeless[language].split('|').map((text) => text.trim()))('%s', (text) => {
    for (const given of [language, undefined])
      expect(said(text, given)).toMatchObject({ start: null, past: false, spans: [], title: text });
  });
});

test('any text is read, its spans lie in it, and the title is the rest', () => {
  const words = fc.constantFrom(
    ...'tomorrow at 9 every other Monday until 3.12. 18h30 halb acht jeden am alle fra un quarto d’ora 5th in 2 weeks " „ “ ( ) , . : - domani ogni 31 29 February from to and half past noon 🍕 ß é 2026-11-24 T Z'.split(
      ' ',
    ),
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.array(words, { maxLength: 14 }).map((parts) => parts.join(' ')),
    fc.array(words, { maxLength: 14 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(undefined, ...languages), (written, language) => {
      const { spans, title, start, repeat } = said(written, language);
      let end = 0;
      let rest = '';
      for (const span of spans) {
        expect(span.start).toBeGreaterThanOrEqual(end);
        expect(span.end).toBeGreaterThan(span.start);
        expect(span.end).toBeLessThanOrEqual(written.length);
        rest += written.slice(end, span.start);
        ({ end } = span);
      }
      rest += written.slice(end);
      const bare = (part: string) => part.replace(/[\s,;:.]/g, '');
      if (start !== null && title !== '')
        for (const word of title.split(/\s+/)) expect(bare(rest)).toContain(bare(word));
      if (start !== null && repeat !== null) calendar.checkRepeat(repeat, start);
    }),
    { numRuns: 1_500 },
  );
}, 60_000);

test('reading takes time linear in the length of the text', () => {
  const took = (unit: string, letters: number) => {
    const text = unit.repeat(letters / unit.length);
    const from = process.cpuUsage();
    for (const language of languages) said(text, language);
    const { user } = process.cpuUsage(from);
    return user / 1_000;
  };
  for (const unit of [
    'monday, ',
    'in 2 hours and ',
    '"a ',
    ...(whole ? ['a', '1 ', 'every ', '9:30-', 'x@', "' ", 'am ', 'jeden 1. und '] : []),
  ]) {
    took(unit, 1_000);
    // Quadratic time would be a hundredfold increase.
    expect(took(unit, 10_000)).toBeLessThan(took(unit, 1_000) * 40 + 100);
  }
}, 60_000);
