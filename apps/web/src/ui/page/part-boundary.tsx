import { Component, type ReactNode, Suspense } from 'react';

interface Props {
  readonly children: ReactNode;
  /** Shown instead if the part fails. */
  readonly fallback?: ReactNode;
  readonly onFailed?: () => void;
}

/**
 * Wraps a part that may fail: one that loads on demand, because after an upgrade the parts of the older version are
 * gone, or a text that cannot be rendered. The page, with its typed text, then stays.
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
