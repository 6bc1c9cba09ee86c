/**
 * A channel to the other tabs. Firefox opens none while it blocks cookies; the page that says so must still be shown,
 * so one without any listener takes its place.
 */
export function openChannel(name: string): BroadcastChannel {
  try {
    return new BroadcastChannel(name);
  } catch {
    return new MessageChannel().port1 as EventTarget as BroadcastChannel;
  }
}
