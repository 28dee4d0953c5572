import { TriangleAlertIcon } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { askServedBuild, loadNewestBuild } from '#src/app/updates/newest-build.ts'
import { type Recovery, recoverPage } from '#src/app/updates/stale-page.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'

export interface ErrorBoundaryProps {
  children: ReactNode
  /** A new value clears the failure, because the content has changed. */
  resetKey: string
}

/** `whole`: no failure. `reloading`: reloading the page, or checking whether that would help. */
type State = { phase: 'whole' | Recovery }

/**
 * Limits a render error to one part of the screen. Reloads the page once if a reload loads another build; otherwise
 * shows what the person can do.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { phase: 'whole' }

  static getDerivedStateFromError(): State {
    return { phase: 'reloading' }
  }

  override componentDidCatch(error: unknown): void {
    console.error('A part of the screen could not be shown.', error)
    const { resetKey } = this.props
    void recoverPage(window).then((phase) => {
      if (this.props.resetKey === resetKey) this.setState({ phase })
    })
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (this.state.phase !== 'whole' && before.resetKey !== this.props.resetKey) {
      this.setState({ phase: 'whole' })
    }
  }

  /** Checks the connection first, because an offline reload without a worker would replace the page with an error. */
  readonly tryAgain = async (): Promise<void> => {
    this.setState({ phase: 'reloading' })
    if ((await askServedBuild(window)) === 'nothing') this.setState({ phase: 'unreachable' })
    else await loadNewestBuild(window)
  }

  override render(): ReactNode {
    const { phase } = this.state
    if (phase === 'whole') return this.props.children
    if (phase === 'reloading') return <p role="status">One moment...</p>
    return (
      <EmptyState
        icon={<TriangleAlertIcon size={22} />}
        title="This part cannot be shown"
        action={<Button onClick={this.tryAgain}>Try again</Button>}
      >
        {`${isTranslated(document) ? TRANSLATED : ADVICE[phase]} What you decided is safe in the outbox, and what you typed is kept.`}
      </EmptyState>
    )
  }
}

const TRANSLATED =
  'The translation of this page changed it so that it cannot be updated. Turn the translation off ("Show original"), then try again.'

/** Whether the browser translates the page: Chrome marks its root, and wraps each text in two <font> elements. */
function isTranslated({ documentElement }: Document): boolean {
  return (
    documentElement.matches('.translated-ltr, .translated-rtl') ||
    documentElement.querySelector('font > font') !== null
  )
}

const ADVICE: Record<'unreachable' | 'in-vain', string> = {
  unreachable: 'It was never opened on this device, and there is no network to load it from.',
  'in-vain':
    'If trying again does not help, close every tab of this app and open it again a little later.',
}
