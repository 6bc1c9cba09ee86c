import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './classes.ts';

const item =
  'tap flex w-full items-center gap-2.5 rounded-lg px-2.5 py-2 text-start text-[0.9375rem] text-ink outline-none select-none data-[highlighted]:bg-sunken [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3';

/** A menu that opens from a button. Not modal: the lock on scrolling would need a style element. */
export function Menu({
  trigger,
  label,
  side = 'bottom',
  align = 'end',
  children,
  onClosed,
}: {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly side?: 'top' | 'bottom' | 'right';
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
  /** Decides where the focus goes when the menu has closed; the trigger if it does nothing. */
  readonly onClosed?: (event: Event) => void;
}) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          {...(onClosed && { onCloseAutoFocus: onClosed })}
          className="z-50 min-w-52 animate-rise rounded-xl border border-line bg-raised p-1.5 shadow-high"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export function MenuItem({
  danger,
  className,
  ...rest
}: ComponentProps<typeof Primitive.Item> & { readonly danger?: boolean }) {
  return (
    <Primitive.Item
      {...rest}
      className={cx(
        item,
        danger && 'text-danger data-[highlighted]:bg-danger-soft [&>svg]:text-danger',
        className,
      )}
    />
  );
}

export function MenuSeparator() {
  return <Primitive.Separator className="my-1.5 h-px bg-line" />;
}

/** One of several, of which one is chosen. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon?: ReactNode }[];
  readonly onChange: (value: Value) => void;
}) {
  return (
    <Primitive.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)} aria-label={label}>
      <Primitive.Label className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-3">{label}</Primitive.Label>
      {options.map((option) => (
        <Primitive.RadioItem
          key={option.value}
          value={option.value}
          className={item}
          onSelect={(event) => event.preventDefault()}
        >
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <Primitive.ItemIndicator>
            <Check className="size-4 text-accent" />
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}
