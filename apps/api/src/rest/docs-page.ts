/**
 * The page that shows the OpenAPI document and tries it: Scalar, served by this service alone. Its script is the one
 * of Scalar's Fastify plugin; the package with the script as a file is ten times as large.
 */
export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Jarvis API</title>
</head>
<body>
<div id="app"></div>
<script src="/api/docs/scalar.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

/**
 * Starts the page: it makes no request to any other host. It tries the operations at its own origin, which may differ
 * from the address in the document. Without a key it sends none, since an empty one is refused: a signed-in person can
 * try every operation.
 */
export const docsStart = `Scalar.createApiReference('#app', { servers: [{ url: location.origin }],
  onBeforeRequest({ requestBuilder: request }) { request.security = request.security.filter(({ value }) => value); },
  ...${JSON.stringify({
    url: '/api/openapi.json',
    withDefaultFonts: false,
    telemetry: false,
    persistAuth: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    authentication: { preferredSecurityScheme: 'apiKey' },
  })} });
`;

/** The page's own policy: Scalar writes inline styles, so those are allowed; inline scripts are not. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Gets the script from the plugin by letting it register its routes. Loaded on first use. */
export async function scalarScript(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  let script: string | undefined;
  const server = {
    route({ url, handler }: { url: string; handler: (request: unknown, reply: unknown) => void }) {
      if (!url.endsWith('.js')) return;
      const reply = { header: () => reply, send: (text: string) => (script = text) };
      handler({}, reply);
    },
  };
  (plugin as unknown as Plugin)(server, { configuration: { url: '/api/openapi.json' } }, () => {});
  if (script === undefined) throw new Error('Scalar’s plugin has no script');
  return script;
}

type Plugin = (server: unknown, options: unknown, done: () => void) => void;
