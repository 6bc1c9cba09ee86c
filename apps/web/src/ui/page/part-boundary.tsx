import { Component, type ReactNode, Suspense } from 'react';

interface Props {
  readonly children: ReactNode;
  /** Shown instead if the part fails. */
  readonly fallback?: ReactNode | ((error: unknown) => ReactNode);
  readonly onFailed?: () => void;
  /** What the part shows: a new one is tried again after a failure. */
  readonly of?: unknown;
}

interface State {
  readonly of: unknown;
  readonly failure?: { readonly error: unknown } | undefined;
}

/**
 * Wraps a part that may fail: one that loads on demand, because after an upgrade the parts of the older version are
 * gone, or a text that cannot be rendered. The page, with its typed text, then stays.
 */
export class PartBoundary extends Component<Props, State> {
  override state: State = { of: this.props.of };

  static getDerivedStateFromError(error: unknown): Pick<State, 'failure'> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return of === state.of ? null : { of, failure: undefined };
  }

  override componentDidCatch(): void {
    this.props.onFailed?.();
  }

  override render(): ReactNode {
    const { failure } = this.state;
    const { fallback, children } = this.props;
    if (failure) return typeof fallback === 'function' ? fallback(failure.error) : fallback;
    return <Suspense>{children}</Suspense>;
  }
}
