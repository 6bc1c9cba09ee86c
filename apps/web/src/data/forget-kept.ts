/**
 * Removes what this browser keeps of an account that is deleted: drafts, messages without a reply, chosen models. Their
 * names are `jarvis:<kind>:<user id>:<place>`.
 */
export function forgetKept(userId: string): void {
  removeAll(userId);
  // A message that is on its way is kept once more when the page is left; that listener was there first.
  addEventListener('pagehide', () => removeAll(userId));
}

function removeAll(userId: string) {
  try {
    for (const name of Object.keys(localStorage)) {
      const [app, , owner] = name.split(':');
      if (app === 'jarvis' && owner === userId) localStorage.removeItem(name);
    }
  } catch {
    // Nothing is kept where storage is blocked.
  }
}
