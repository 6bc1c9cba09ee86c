import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Mailer, Model, Search } from '@jarvis/core';
import type { Database } from '@jarvis/database';

interface OutsideCall {
  readonly to: 'model' | 'search' | 'mail' | 'database';
  /** The target: `openai:gpt-5`, `searxng`, `smtp`, or the kind of statement. */
  readonly name: string;
  /** The text of a statement, without values. */
  readonly text?: string;
}

export interface Observer {
  /** Runs `answer`, which answers the request. */
  request(req: IncomingMessage, res: ServerResponse, answer: () => void): void;
  /** A call begins; the returned function is called at its end, with its error if it failed. */
  begin(call: OutsideCall): (error?: unknown) => void;
  close(): Promise<void>;
}

/** The same collaborators, with every call reported to the observers. */
export interface Watched {
  model(model: Model): Model;
  search(search: Search): Search;
  mailer(mailer: Mailer): Mailer;
  database(db: Database): Database;
}

/** Statements are reported only with `statements`. */
export function watchedBy(observers: readonly Observer[], statements: boolean): Watched {
  if (observers.length === 0) {
    const same = <T>(thing: T): T => thing;
    return { model: same, search: same, mailer: same, database: same };
  }
  const begin = (call: OutsideCall) => {
    const ends = observers.map((observer) => observer.begin(call));
    return (error?: unknown) => {
      for (const end of ends) end(error);
    };
  };
  const watch = <T>(call: OutsideCall, work: () => PromiseLike<T>): Promise<T> => watched(begin(call), work);
  return {
    model: (model) => ({
      ...model,
      languageModel: observedModel(model.languageModel as LanguageModelV4, () =>
        begin({ to: 'model', name: model.name }),
      ),
    }),
    search: (search) => ({
      name: search.name,
      search: (...call) => watch({ to: 'search', name: search.name }, () => search.search(...call)),
    }),
    mailer: (mailer) => ({
      name: mailer.name,
      verify: () => watch({ to: 'mail', name: `${mailer.name} verify` }, () => mailer.verify()),
      send: (mail) => watch({ to: 'mail', name: mailer.name }, () => mailer.send(mail)),
    }),
    database: (db) => (statements ? observedDatabase(db, watch) : db),
  };
}

async function watched<T>(end: (error?: unknown) => void, work: () => PromiseLike<T>): Promise<T> {
  try {
    const result = await work();
    end();
    return result;
  } catch (error) {
    end(error ?? new Error('unknown'));
    throw error;
  }
}

/** By hand, since the AI SDK’s `wrapLanguageModel` would load all of it at the start. */
const observedModel = (model: LanguageModelV4, begin: () => (error?: unknown) => void): LanguageModelV4 => ({
  specificationVersion: model.specificationVersion,
  provider: model.provider,
  modelId: model.modelId,
  supportedUrls: model.supportedUrls,
  doGenerate: (options) => watched(begin(), () => model.doGenerate(options)),
  async doStream(options) {
    const end = begin();
    // Its success is known at the end of the stream.
    const fail = (error?: unknown) => error === undefined || end(error);
    const result = await watched(fail, () => model.doStream(options));
    return { ...result, stream: endingWith(result.stream, end) };
  },
});

/** The same stream; `end` is called once, when it ends, fails or is cancelled. */
function endingWith<T>(stream: ReadableStream<T>, end: (error?: unknown) => void): ReadableStream<T> {
  const reader = stream.getReader();
  return new ReadableStream<T>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end(error ?? new Error('unknown'));
        controller.error(error);
      }
    },
    cancel(reason) {
      end();
      return reader.cancel(reason);
    },
  });
}

type Watch = <T>(call: OutsideCall, work: () => PromiseLike<T>) => Promise<T>;

function observedDatabase(db: Database, watch: Watch): Database {
  const call = (text: string): OutsideCall => ({
    to: 'database',
    name: /^\s*(?:with\s|(\w+))/i.exec(text)?.[1]?.toLowerCase() ?? 'with',
    text,
  });
  const seen = db.intercepted(({ text }, proceed) => watch(call(text), proceed));
  const transaction = seen.transaction.bind(seen);
  return Object.assign(seen, {
    transaction: ((...of) =>
      watch({ to: 'database', name: 'transaction' }, () => transaction(...of))) as Database['transaction'],
  });
}
