/**
 * An effect that runs this when its component goes, and when the window does, which ends no effect. `persisted`: the
 * browser may restore the page.
 */
export function onLeaving(run: (page: { readonly persisted?: boolean }) => void): () => void {
  addEventListener('pagehide', run);
  return () => {
    removeEventListener('pagehide', run);
    run({});
  };
}
