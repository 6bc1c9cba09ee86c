import * as contract from '@jarvis/contract';
import { operatorOnly, router } from '../trpc.ts';
import { mailKind, modelKind, searchKind } from './kinds.ts';
import {
  chooseDefault,
  connect,
  connectModel,
  disconnect,
  listModels,
  offerModels,
  removeServer,
  tryOut,
} from './operate.ts';
import { showConnections } from './show.ts';

const model = operatorOnly.input(contract.modelInput).output(contract.testedModelOutput);
const search = operatorOnly.input(contract.searchInput).output(contract.testedSearchOutput);
/** Mails go to the operator's own address. */
const mail = operatorOnly.input(contract.mailInput).output(contract.testedMailOutput);

/** The installation's connections, for operators: show, test, connect, remove. */
export const connectionsRouter = router({
  show: operatorOnly.output(contract.connectionSettings).query(({ ctx }) => showConnections(ctx.deps)),

  findLocal: operatorOnly
    .output(contract.foundServersOutput)
    .query(async ({ ctx }) => ({ servers: await ctx.deps.connectors.findLocal() })),

  listModels: operatorOnly
    .input(contract.modelServerInput)
    .output(contract.listedModelsOutput)
    .mutation(({ ctx, input }) => listModels(ctx.deps, input)),

  tryModel: model.mutation(({ ctx, input }) => tryOut(ctx.deps, modelKind, input, ctx.caller.user)),
  useModel: model.mutation(({ ctx, input }) => connectModel(ctx.deps, input, ctx.caller.user)),

  /** One of the offered models, or `builtin`. */
  chooseDefault: operatorOnly.ok
    .input(contract.modelNameInput)
    .mutation(({ ctx, input }) => chooseDefault(ctx.deps, input.name)),

  offerModels: operatorOnly.ok
    .input(contract.offeredModelsInput)
    .mutation(({ ctx, input }) => offerModels(ctx.deps, input.provider, input.models)),

  removeServer: operatorOnly.ok
    .input(contract.modelServerNameInput)
    .mutation(({ ctx, input }) => removeServer(ctx.deps, input.provider)),

  trySearch: search.mutation(({ ctx, input }) => tryOut(ctx.deps, searchKind, input, ctx.caller.user)),
  useSearch: search.mutation(({ ctx, input }) => connect(ctx.deps, searchKind, input, ctx.caller.user)),
  removeSearch: operatorOnly.ok.mutation(({ ctx }) => disconnect(ctx.deps, 'search')),

  tryMail: mail.mutation(({ ctx, input }) => tryOut(ctx.deps, mailKind, input, ctx.caller.user)),
  useMail: mail.mutation(({ ctx, input }) => connect(ctx.deps, mailKind, input, ctx.caller.user)),
  removeMail: operatorOnly.ok.mutation(({ ctx }) => disconnect(ctx.deps, 'mail')),
});
