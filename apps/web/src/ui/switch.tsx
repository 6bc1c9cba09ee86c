import * as Primitive from '@radix-ui/react-switch';
import { useId } from 'react';

interface SwitchRowProps {
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** An on/off setting, with its name and its effect. */
export function SwitchRow({ label, hint, checked, onChange, disabled }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6 py-3">
      <div className="min-w-0">
        <label htmlFor={id} className="text-[0.9375rem] font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-sm leading-snug text-ink-3">
          {hint}
        </p>
      </div>
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled ?? false}
        aria-describedby={`${id}-hint`}
        className="relative mt-0.5 h-6 w-11 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors after:absolute after:-inset-2.5 data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-50"
      >
        <Primitive.Thumb className="block size-4 translate-x-[3px] rounded-full bg-ink-3 transition-transform duration-150 data-[state=checked]:translate-x-[23px] data-[state=checked]:bg-accent-ink" />
      </Primitive.Root>
    </div>
  );
}
