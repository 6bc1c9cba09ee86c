/**
 * The interfaces of the modules in `tools/`. Only `npm run bench` installs their packages, so they are imported on
 * demand, and type-checked in a separate run.
 */
export interface LoadTool {
  /** Keeps `connections` requests in flight for the given seconds. */
  generateLoad(order: LoadOrder): Promise<GeneratedLoad>;
}

interface LoadOrder {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly requests: readonly {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }[];
}

interface GeneratedLoad {
  /** Milliseconds, one for each response. */
  readonly latencies: number[];
  readonly non2xx: number;
  readonly errors: number;
}

export interface LighthouseTool {
  /** Audits a page in the browser with this debugging port. `mobile`: a mid-range phone on slow 4G. */
  judge(url: string, port: number, form: 'desktop' | 'mobile'): Promise<Judgement>;
}

/** Scores from 0 to 100. */
export type Judgement = Readonly<Record<'performance' | 'accessibility' | 'best-practices', number>>;

export const loadTool = (): Promise<LoadTool> => tool<LoadTool>('generate-load.ts');
export const lighthouseTool = (): Promise<LighthouseTool> => tool<LighthouseTool>('lighthouse.ts');

async function tool<T>(file: string): Promise<T> {
  return (await import(new URL(`../tools/${file}`, import.meta.url).href)) as T;
}
