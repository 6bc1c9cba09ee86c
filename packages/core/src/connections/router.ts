import {
  connectionSettings,
  foundServersOutput,
  listedModelsOutput,
  mailInput,
  modelInput,
  modelNameInput,
  modelServerInput,
  modelServerNameInput,
  offeredModelsInput,
  okOutput,
  searchInput,
  testedMailOutput,
  testedModelOutput,
  testedSearchOutput,
} from '@jarvis/contract';
import { operatorOnly, router } from '../trpc.ts';
import {
  chooseDefault,
  listModels,
  offerModels,
  removeMail,
  removeSearch,
  removeServer,
  tryMail,
  tryModel,
  trySearch,
  useMail,
  useModel,
  useSearch,
} from './operate.ts';
import { showConnections } from './show.ts';

const ok = { ok: true as const };

/** What the installation is connected to, for operators: see, try out, put to use, take away. */
export const connectionsRouter = router({
  show: operatorOnly.output(connectionSettings).query(({ ctx }) => showConnections(ctx.deps)),

  findLocal: operatorOnly
    .output(foundServersOutput)
    .query(async ({ ctx }) => ({ servers: await ctx.deps.connectors.findLocal() })),

  listModels: operatorOnly
    .input(modelServerInput)
    .output(listedModelsOutput)
    .mutation(({ ctx, input }) => listModels(ctx.deps, input)),

  tryModel: operatorOnly
    .input(modelInput)
    .output(testedModelOutput)
    .mutation(({ ctx, input }) => tryModel(ctx.deps, input)),

  useModel: operatorOnly
    .input(modelInput)
    .output(testedModelOutput)
    .mutation(({ ctx, input }) => useModel(ctx.deps, input)),

  /** One of the offered models, or `builtin`. */
  chooseDefault: operatorOnly
    .input(modelNameInput)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await chooseDefault(ctx.deps, input.name);
      return ok;
    }),

  offerModels: operatorOnly
    .input(offeredModelsInput)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await offerModels(ctx.deps, input.provider, input.models);
      return ok;
    }),

  removeServer: operatorOnly
    .input(modelServerNameInput)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await removeServer(ctx.deps, input.provider);
      return ok;
    }),

  trySearch: operatorOnly
    .input(searchInput)
    .output(testedSearchOutput)
    .mutation(({ ctx, input }) => trySearch(ctx.deps, input)),

  useSearch: operatorOnly
    .input(searchInput)
    .output(testedSearchOutput)
    .mutation(({ ctx, input }) => useSearch(ctx.deps, input)),

  removeSearch: operatorOnly.output(okOutput).mutation(async ({ ctx }) => {
    await removeSearch(ctx.deps);
    return ok;
  }),

  /** The mail goes to the operator's own address. */
  tryMail: operatorOnly
    .input(mailInput)
    .output(testedMailOutput)
    .mutation(({ ctx, input }) => tryMail(ctx.deps, input, ctx.caller.user.email)),

  useMail: operatorOnly
    .input(mailInput)
    .output(testedMailOutput)
    .mutation(({ ctx, input }) => useMail(ctx.deps, input, ctx.caller.user.email)),

  removeMail: operatorOnly.output(okOutput).mutation(async ({ ctx }) => {
    await removeMail(ctx.deps);
    return ok;
  }),
});
