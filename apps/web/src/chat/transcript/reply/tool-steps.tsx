import type { ReplyStep } from '@jarvis/contract';
import { Check, ChevronRight, LoaderCircle, TriangleAlert } from '~icons';
import { t } from '../../../i18n/translate.ts';

type Step = Pick<ReplyStep, 'label' | 'state'>;

interface ToolStepsProps {
  readonly caption: string;
  readonly steps: readonly Step[];
  readonly running: boolean;
}

/** Jarvis's steps besides writing. Open while they run; one line sums them up afterwards. */
export function ToolSteps({ caption, steps, running }: ToolStepsProps) {
  if (running) return <StepList steps={steps} />;
  const failed = steps.some((step) => step.state === 'error');
  return (
    <details className="group/steps mb-3">
      <summary className="tap -ms-1.5 inline-flex max-w-full list-none items-center gap-2 rounded-lg px-1.5 py-1 text-sm text-ink-3 hover:bg-sunken hover:text-ink-2 [&::-webkit-details-marker]:hidden">
        {icons[failed ? 'error' : 'done']}
        <span className="min-w-0 truncate">{caption || t('chat.steps', { count: steps.length })}</span>
        <ChevronRight className="size-3.5 shrink-0 transition-transform group-open/steps:rotate-90 rtl:-scale-x-100" />
      </summary>
      <StepList steps={steps} />
    </details>
  );
}

const icons = {
  running: <LoaderCircle className="size-4 shrink-0 animate-spin text-accent" />,
  done: <Check className="size-4 shrink-0 text-accent" />,
  error: <TriangleAlert className="size-4 shrink-0 text-warn" />,
};

function StepList({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return null;
  return (
    <ul aria-label={t('chat.stepsLabel')} className="mt-1 mb-3 space-y-1.5 border-s-2 border-line ps-3.5">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
        <li key={index} className="flex items-center gap-2 text-sm text-ink-2">
          {icons[step.state]}
          <span className="min-w-0 wrap-anywhere">{step.label}</span>
        </li>
      ))}
    </ul>
  );
}
