import { keepWaitingTurn, keyOrSession, router, type TurnObserver, workOnce } from '@jarvis/core';
import type { TurnOperation } from '../turn/answer-by.ts';
import { latestOfUser } from '../turn/conversation.ts';
import { withKeptFiles } from '../turn/kept-files.ts';
import { askedFor, takeTurnOf } from '../turn/take-turn.ts';
import { isStored, type ResponseFields, responseRequest } from './request.ts';
import { beginningOf, responseTurn, waitingTurn } from './turn.ts';
import { ResponseWriter, response } from './writer.ts';

const procedures = router({
  respond: keyOrSession
    .limited('chat')
    .input(responseRequest)
    .mutation(({ ctx, input }) => {
      const { deps, caller } = ctx;
      return workOnce(ctx, askedFor('v1.respond', input), async (attempt) => {
        const { start, said } = await beginningOf(deps, caller.userId, input);
        const from = isStored(input) ? latestOfUser(said) : said.length;
        // Refuses before anything is stored.
        responseTurn(input, { start, said });
        return withKeptFiles(deps, caller.userId, { said, from }, (said, hold) => {
          const onStore: TurnObserver['onStore'] = async (_db, turn) => {
            if (turn.outcome !== 'called' || !isStored(input)) return;
            await withKeptFiles(deps, caller.userId, { said, from: 0 }, async (all, holdRest) => {
              await keepWaitingTurn(deps, caller.userId, waitingTurn(start, all, turn));
              holdRest();
            });
            hold();
          };
          return takeTurnOf(ctx, responseTurn(input, { start, said }), input, { attempt, onStore });
        });
      });
    }),
});

/** `POST /v1/responses`. */
export const responses: TurnOperation<ResponseFields> = {
  take: (context, notReadYet) => procedures.createCaller(context).respond(notReadYet),
  whole: response,
  stream: (...begun) => new ResponseWriter(...begun),
};
