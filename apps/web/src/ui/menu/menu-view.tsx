import * as Primitive from '@radix-ui/react-dropdown-menu';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../classes.ts';

/** One line of a menu. */
export type MenuEntry =
  | {
      readonly kind: 'item';
      readonly label: string;
      readonly icon?: ReactNode;
      readonly danger?: boolean;
      readonly onSelect: () => void;
    }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'line' };

export interface MenuProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly label: string;
  /** `false` is no line. */
  readonly entries: readonly (MenuEntry | false)[];
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'end';
}

const row =
  'tap flex w-full cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-2 text-start text-[0.9375rem] wrap-anywhere outline-none select-none [&>svg]:size-4 [&>svg]:shrink-0';

type MenuViewProps = MenuProps & { readonly container: Element | null };

/** The open menu. Not modal: the scroll lock would need a style element. */
export function MenuView({ trigger, label, entries, side, align = 'end', container }: MenuViewProps) {
  return (
    <Primitive.Root modal={false} defaultOpen>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          side={side ?? 'bottom'}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          style={{
            minWidth: 'min(13rem, 90vw)',
            maxWidth: 'var(--radix-dropdown-menu-content-available-width)',
            maxHeight: 'var(--radix-dropdown-menu-content-available-height)',
          }}
          aria-label={label}
          className="z-50 animate-rise overflow-y-auto rounded-xl border border-line bg-raised p-1.5 shadow-high"
        >
          {entries.map(
            (entry, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: a menu's lines do not move
              entry && <Entry key={index} entry={entry} />,
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'item':
      return (
        <Primitive.Item
          onSelect={entry.onSelect}
          className={cx(
            row,
            entry.danger
              ? 'text-danger data-[highlighted]:bg-danger-soft'
              : 'text-ink data-[highlighted]:bg-sunken [&>svg]:text-ink-3',
          )}
        >
          {entry.icon} {entry.label}
        </Primitive.Item>
      );
    case 'note':
      return <p className="max-w-60 px-2.5 pt-1 pb-2 text-sm wrap-anywhere text-ink-3">{entry.text}</p>;
    case 'line':
      return <Primitive.Separator className="my-1.5 h-px bg-line" />;
  }
}
