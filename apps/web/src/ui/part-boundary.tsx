import { Component, type ReactNode, Suspense } from 'react';

interface Props {
  readonly children: ReactNode;
  /** Drawn in its place when it cannot be. */
  readonly fallback?: ReactNode;
  readonly onFailed?: () => void;
}

/**
 * Around a part that is loaded when it is needed, and that the page can do without. After a new version is installed,
 * the parts of the older one are gone: the page, and what is written in it, then stays.
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
