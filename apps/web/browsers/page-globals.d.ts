// The part of a page's globals that `look` uses; the rest has no DOM.
interface Element {
  readonly labels?: readonly Element[] | null;
  readonly placeholder?: string;
  readonly textContent: string | null;
  readonly innerText: string;
  getAttribute(name: string): string | null;
  checkVisibility(options: object): boolean;
  matches(css: string): boolean;
  contains(other: Element): boolean;
  getBoundingClientRect(): {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
  scrollIntoView(options: object): void;
}
declare const document: {
  querySelectorAll(css: string): Iterable<Element>;
  getElementById(id: string): Element | null;
  elementFromPoint(x: number, y: number): Element | null;
};
