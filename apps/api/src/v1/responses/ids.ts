/** The ids of a response and of its parts contain the id of the stored reply. */
export const idsOf = (replyId: string) => ({
  response: `resp_${replyId}`,
  message: `msg_${replyId}`,
  call: (n: number) => `fc_${replyId}_${n}`,
});

const form = /^(?:resp|msg|fc)_([\da-f-]{36})(?:_\d+)?$/;

/** The reply of an id; undefined for a foreign id. */
export const responseIdOf = (id: string | null | undefined): string | undefined => form.exec(id ?? '')?.[1];
