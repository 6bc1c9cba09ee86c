import { freePort, startServiceProcess } from '@jarvis/testkit';
import { figuresOf, type Server } from './server.ts';

export interface JarvisServer extends Server {
  /** The number of statements so far, from its metrics. */
  statements(): Promise<number>;
}

/** The service as it is shipped, with the model at `modelUrl` and a log as in production. */
export async function launchJarvis(databaseUrl: string, modelUrl: string): Promise<JarvisServer> {
  const metricsPort = await freePort();
  const { url, pid, stop } = await startServiceProcess({
    DATABASE_URL: databaseUrl,
    MODEL: 'openai-compatible:stub',
    MODEL_BASE_URL: modelUrl,
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
  });
  return {
    name: 'jarvis',
    url,
    said: {},
    ...figuresOf(pid),
    stop: async () => void (await stop()),
    async statements() {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(/^jarvis_database_statements_total (\d+)/m.exec(text)?.[1]);
    },
  };
}
