import { noReply, type Reply, type ReplyEvent } from '@jarvis/contract';

/** The first event of a reply's readers: an empty reply but for these fields. */
export function snapshot(fields: Partial<Omit<Reply, 'ending'>>): ReplyEvent {
  const { ending: _, ...begun } = noReply;
  return { type: 'snapshot', ...begun, ...fields };
}
