import { type RateName, rates } from '@jarvis/contract';

/** A rate limit as a phrase: “60 tasks created, changed and deleted per minute and account”. */
export function rateInWords(name: RateName): string {
  const { limit, windowSeconds, counted } = rates[name];
  const minutes = windowSeconds / 60;
  const per = name.endsWith('PerNetwork')
    ? 'client network address (IPv6: per /64)'
    : name.endsWith('PerEmail')
      ? 'e-mail address'
      : 'account';
  return `${limit} ${counted} per ${minutes === 1 ? 'minute' : `${minutes} minutes`} and ${per}`;
}
