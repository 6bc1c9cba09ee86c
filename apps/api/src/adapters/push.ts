import type { PushProtocol } from '@jarvis/core';

/** Web Push with the package `web-push`, which only encrypts and signs; loaded with the first message. */
export function webPush(): PushProtocol {
  const load = async () => (await import('web-push')).default;
  return {
    async newKeys() {
      return (await load()).generateVAPIDKeys();
    },
    async callOf({ endpoint, p256dh, auth, payload, topic, ttlSeconds, subject, keys }) {
      const { generateRequestDetails } = await load();
      const details = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, ...keys },
        TTL: ttlSeconds,
        topic,
        urgency: 'high',
      });
      const headers = Object.entries(details.headers).filter(
        ([name]) => name.toLowerCase() !== 'content-length',
      );
      return {
        url: details.endpoint,
        headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
        body: details.body ?? '',
      };
    },
  };
}
