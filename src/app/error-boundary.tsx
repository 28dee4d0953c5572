import { Component, type ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Icon } from '#src/ui/icon.tsx'

export interface ErrorBoundaryProps {
  children: ReactNode
  /** Another value is another thing to show: the failure of the last one is forgotten. */
  resetKey: string
}

/** Keeps a part that cannot be shown, such as a chunk that did not load, from taking the rest of the screen with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { isFailed: boolean }> {
  override state = { isFailed: false }

  static getDerivedStateFromError() {
    return { isFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    console.error('A part of the screen could not be shown.', error)
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (this.state.isFailed && before.resetKey !== this.props.resetKey) {
      this.setState({ isFailed: false })
    }
  }

  override render(): ReactNode {
    if (!this.state.isFailed) return this.props.children
    return (
      <EmptyState
        icon={<Icon name="warning" size={24} />}
        title="This part cannot be shown"
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      >
        What you decided is safe in the outbox. Without a network, a screen that was never opened on
        this device may be missing.
      </EmptyState>
    )
  }
}
