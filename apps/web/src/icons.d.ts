/** An icon by Lucide's name for it in capitals: `ArrowUp` of `arrow-up`. */
declare module '~icons' {
  type Name = keyof typeof import('@iconify-json/lucide/icons.json')['icons'];
  type Pascal<Text extends string> = Text extends `${infer First}-${infer Rest}`
    ? `${Capitalize<First>}${Pascal<Rest>}`
    : Capitalize<Text>;
  const icons: { readonly [Each in Name as Pascal<Each>]: import('./ui/icon.tsx').Icon };
  export = icons;
}
