/**
 * Lets a browser translate the page. Chrome and Edge replace each text by a `<font>` with its translation, but React
 * keeps the text: a change of it would not be shown, and the page would crash when React removes it or puts an element
 * before it. So the text stays before its translation, empty; a change of it removes the translation.
 */
export function allowTranslation(): void {
  const translated = new WeakMap<Node, readonly [font: ChildNode, source: string]>();
  const observer = new MutationObserver((changes) => {
    for (const change of changes) {
      const { target, previousSibling } = change;
      const [font = previousSibling] = change.addedNodes;
      const [text = target] = change.removedNodes;
      if (!(text instanceof Text)) continue;
      const translation = translated.get(text);
      if (translation) {
        translation[0].remove();
        translated.delete(text);
        // Moved by React, or put back by the browser, which shows the original.
        if (text !== target) text.data = translation[1];
      } else if (font instanceof HTMLFontElement && !text.isConnected) {
        translated.set(text, [font, text.data]);
        text.data = '';
        font.before(text);
      }
    }
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
}
