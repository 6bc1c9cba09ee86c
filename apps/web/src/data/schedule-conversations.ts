import { changeCursor } from '@jarvis/contract/cursor';
import { pagesKey } from './conversations.ts';
import { pagedList } from './paged-list.ts';
import { rpc } from './service/client.ts';

const runsPage = 10;

/** The conversations that a schedule made, the last changed first, in small pages. */
export const scheduleConversations = (scheduleId: string) =>
  pagedList({
    queryKey: [...pagesKey, scheduleId],
    read: (input, options) =>
      rpc.conversations.ofSchedule.query({ scheduleId, limit: runsPage, ...input }, options),
    rowsOf: ({ conversations }) => conversations,
    cursorOf: changeCursor,
    size: runsPage,
  });
