import { icons } from '@iconify-json/lucide';
import type { Plugin } from 'vite';

/**
 * Makes `~icons/NAME` the component of Lucide's icon of that name (https://lucide.dev/icons). Each is a module, so that
 * a page loads only the icons that it shows.
 */
export function lucideIcons(): Plugin {
  return {
    name: 'lucide-icons',
    resolveId: (id) => (id.startsWith('~icons/') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0~icons/')) return undefined;
      const body =
        icons.icons[id.slice('\0~icons/'.length)]?.body ?? this.error(`Lucide has no icon ${id.slice(1)}`);
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
