/** The ids of a response and of its parts have that of the reply, as which it is stored. */
export const idsOf = (replyId: string) => ({
  response: `resp_${replyId}`,
  message: `msg_${replyId}`,
  call: (n: number) => `fc_${replyId}_${n}`,
});

const form = /^(?:resp|msg|fc)_([\da-f-]{36})(?:_\d+)?$/;

/** The reply that an id is of; undefined for an id that is none of ours. */
export const responseIdOf = (id: string | null | undefined): string | undefined => form.exec(id ?? '')?.[1];
