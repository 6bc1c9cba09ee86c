import { type ComponentProps, createElement } from 'react';

export type Icon = (props: ComponentProps<'svg'>) => React.ReactElement;

/** An icon of Lucide, without meaning for screen readers. `shapes`: from `~icons` (see icons-plugin.ts). */
export function icon(shapes: readonly (readonly [string, Readonly<Record<string, string>>])[]): Icon {
  const drawn = shapes.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }));
  return (props) => (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...props}
    >
      {drawn}
    </svg>
  );
}
