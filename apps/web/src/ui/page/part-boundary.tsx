import { Component, type ReactNode, Suspense } from 'react';

interface Props {
  readonly children: ReactNode;
  /** Shown instead if the part fails. */
  readonly fallback?: ReactNode;
  readonly onFailed?: () => void;
}

/**
 * Wraps an optional part that loads on demand. After an upgrade, the parts of the older version are gone: the page,
 * with its typed text, then stays.
 */
export class PartBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailed?.();
  }

  override render(): ReactNode {
    if (this.state.failed) return this.props.fallback;
    return <Suspense>{this.props.children}</Suspense>;
  }
}
