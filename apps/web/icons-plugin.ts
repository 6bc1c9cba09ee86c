import { icons } from '@iconify-json/lucide';
import type { Plugin } from 'vite';

/** The shapes of Lucide's icons (https://lucide.dev/icons), by their names in capitals: `ArrowUp` of `arrow-up`. */
const bodies = new Map(
  Object.entries(icons.icons).map(([name, { body }]) => [
    name.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase()),
    body,
  ]),
);

/**
 * Makes the names of `~icons` the components of Lucide's icons. Each becomes the import of a module, so that a page
 * loads only the icons that it shows.
 */
export function lucideIcons(): Plugin {
  return {
    name: 'lucide-icons',
    enforce: 'pre',
    transform: (code) =>
      code.replace(/^import \{([^}]*)\} from '~icons';/gm, (_, names: string) =>
        names.replace(
          /(\w+)(?: as (\w+))?\s*,?/g,
          (_each, name: string, local = name) => `import ${local} from '~icons/${name}';`,
        ),
      ),
    resolveId: (id) => (/^~icons(?:\/|$)/.test(id) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0~icons/')) return undefined;
      const body =
        bodies.get(id.slice('\0~icons/'.length)) ?? this.error(`Lucide has no icon ${id.slice(1)}`);
      const shapes = [...body.matchAll(/<(\w+) ([^>]*)\/>/g)].map(([, tag, attributes = '']) => [
        tag,
        // The lines' style is set on the whole icon.
        Object.fromEntries(
          [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)]
            .map(([, name, value]) => [name, value])
            .filter(([name, value]) => !/-|^stroke$/.test(`${name}`) && value !== 'none'),
        ),
      ]);
      const component = JSON.stringify(`${import.meta.dirname}/src/ui/icon.tsx`);
      return {
        code: `import { icon } from ${component};\nexport default /* @__PURE__ */ icon(${JSON.stringify(shapes)});`,
        moduleSideEffects: false,
      };
    },
  };
}
