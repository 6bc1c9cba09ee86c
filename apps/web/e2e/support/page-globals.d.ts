// The globals that functions inside the page use; the rest of e2e has no DOM.
declare function getComputedStyle(
  element: unknown,
  pseudo?: string,
): {
  readonly direction: string;
  readonly animation: string;
  readonly color: string;
  readonly backgroundColor: string;
  readonly printColorAdjust: string;
  readonly content: string;
};
declare const document: {
  readonly activeElement: { readonly id: string };
  elementFromPoint(x: number, y: number): Node | null;
  readonly documentElement: {
    readonly scrollWidth: number;
    readonly scrollHeight: number;
    readonly clientWidth: number;
    readonly lang: string;
    readonly dataset: Record<string, string>;
  };
};
declare const innerHeight: number;
declare class KeyboardEvent extends Event {
  constructor(type: string, init: object);
}
declare function addEventListener(type: string, listener: () => void): void;
declare function dispatchEvent(event: Event): boolean;
declare function requestAnimationFrame(callback: (timeMs: number) => void): number;
