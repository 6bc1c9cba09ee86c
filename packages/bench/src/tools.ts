/**
 * What the modules in `tools/` offer. Their packages are installed by `npm run bench` and by nothing else, so they
 * are imported when they are needed, and checked by a compiler's run of their own.
 */
export interface LoadTool {
  /** Keeps `connections` requests in flight for so many seconds. */
  generateLoad(order: LoadOrder): Promise<GeneratedLoad>;
}

export interface LoadOrder {
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

export interface GeneratedLoad {
  /** Milliseconds, one for each response. */
  readonly latencies: number[];
  readonly non2xx: number;
  readonly errors: number;
}

export interface LighthouseTool {
  /** Judges a page in the browser whose debugging port is given. `mobile`: a middling phone on slow 4G. */
  judge(url: string, port: number, form: 'desktop' | 'mobile'): Promise<Judgement>;
}

/** Scores from 0 to 100. */
export type Judgement = Readonly<Record<'performance' | 'accessibility' | 'best-practices', number>>;

export const loadTool = (): Promise<LoadTool> => tool<LoadTool>('generate-load.ts');
export const lighthouseTool = (): Promise<LighthouseTool> => tool<LighthouseTool>('lighthouse.ts');

async function tool<T>(file: string): Promise<T> {
  return (await import(new URL(`../tools/${file}`, import.meta.url).href)) as T;
}
