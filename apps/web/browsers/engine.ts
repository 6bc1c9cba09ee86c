/** A browser that is installed here, and how it is started and driven. */
export interface Engine {
  readonly name: string;
  /** A browser without cookies or anything else of an earlier one. */
  start(screen: Screen): Promise<Browser>;
}

/** CSS pixels of the page, and the theme that the system asks for. */
export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly dark: boolean;
}

export interface Browser {
  /** What is asked of a page brings it in front of the others. */
  newPage(): Promise<EnginePage>;
  close(): Promise<void>;
}

/** What each engine is asked for; what a journey asks for is made of it in `tab.ts`. */
export interface EnginePage {
  /** What its console says as errors, where the engine tells. */
  readonly errors: readonly string[];
  /** Resolves when the page has loaded. */
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  /** The value of an expression in the page, as JSON; of a promise, what it resolves to. */
  evaluate(expression: string): Promise<unknown>;
  /** With the mouse, at a point of the page's visible part. */
  click(x: number, y: number): Promise<void>;
  /** By keys. */
  type(text: string): Promise<void>;
  press(key: 'Enter' | 'Escape'): Promise<void>;
  /** A PNG of the visible part. */
  screenshot(): Promise<Uint8Array>;
}

/** What keeps an engine from being driven here, and the Debian packages that would help. */
export interface Missing {
  readonly name: string;
  readonly packages: string;
}
