import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * What makes the start quick: half the processor time, and 150 MB less memory. Works without, too.
 *
 * Compiled code, and TypeScript without its types, are kept from one start to the next; where that folder cannot
 * be written, nothing is kept.
 */
enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/jarvis', import.meta.url)));

/*
 * To know the format of a module, Node reads the package.json of its package, anew for each module. drizzle-orm's
 * has 180 KB and is read for a hundred modules; all of them are ECMAScript modules.
 */
registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL;
    return specifier.startsWith('.') && from?.includes('/node_modules/drizzle-orm/') && from.endsWith('.js')
      ? { url: new URL(specifier, from).href, format: 'module', shortCircuit: true }
      : next(specifier, context);
  },
});
