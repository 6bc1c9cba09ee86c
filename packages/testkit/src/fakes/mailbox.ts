import type { Mail, Mailer } from '@jarvis/core';

/** A mailer that keeps its mails. Set `failure` to make it refuse. */
export class Mailbox implements Mailer {
  readonly name = 'outbox';
  readonly mails: Mail[] = [];
  failure: Error | undefined;

  async verify(): Promise<void> {
    if (this.failure) throw this.failure;
  }

  async send(mail: Mail): Promise<void> {
    if (this.failure) throw this.failure;
    this.mails.push(mail);
  }
}
