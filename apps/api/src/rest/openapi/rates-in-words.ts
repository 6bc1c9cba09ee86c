import { type RateName, rates } from '@jarvis/contract';

/** What a window counts. */
const counted: Record<RateName, string> = {
  chat: 'chat requests',
  taskWrites: 'tasks created, changed and deleted',
  messageWrites: 'messages stored',
  conversationWrites: 'conversations created, renamed and imported',
  memoryWrites: 'memories changed and deleted',
  keyCreation: 'keys created',
  signInPerNetwork: 'sign-ins',
  signInPerEmail: 'sign-ins',
  passwordChecks: 'password checks',
  registrationPerNetwork: 'registrations',
  resetRequestPerEmail: 'reset requests',
  resetRequestPerNetwork: 'reset requests',
};

/** A rate limit as a phrase: “60 tasks created, changed and deleted per minute and account”. */
export function rateInWords(name: RateName): string {
  const { limit, windowSeconds } = rates[name];
  const minutes = windowSeconds / 60;
  const per = name.endsWith('PerNetwork')
    ? 'client network address (IPv6: per /64)'
    : name.endsWith('PerEmail')
      ? 'e-mail address'
      : 'account';
  return `${limit} ${counted[name]} per ${minutes === 1 ? 'minute' : `${minutes} minutes`} and ${per}`;
}
