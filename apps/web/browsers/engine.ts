/** An installed browser, and how to start and drive it. */
export interface Engine {
  readonly name: string;
  /** A browser without cookies or other data of an earlier one. */
  start(screen: Screen): Promise<Browser>;
}

/** CSS pixels of the page, and the system's theme. */
export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly dark: boolean;
}

export interface Browser {
  /** A command to a page brings it to the front. */
  newPage(): Promise<EnginePage>;
  close(): Promise<void>;
}

/** The commands of each engine; `tab.ts` builds a journey's commands from them. */
export interface EnginePage {
  /** The errors in its console, if the engine reports them. */
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

/** Why an engine cannot be driven here, and the Debian packages that would help. */
export interface Missing {
  readonly name: string;
  readonly packages: string;
}
