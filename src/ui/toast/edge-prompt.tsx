import { createContext, type ReactNode, use, useEffect } from 'react'

/** Tells the place of the messages how many prompts it has. */
export const EdgePromptContext = createContext({
  count(_change: (count: number) => number): void {},
})

export interface EdgePromptProps {
  label: string
  className?: string
  children: ReactNode
}

/** A question that waits at the edge of the screen until it is answered. */
export function EdgePrompt({ label, className, children }: EdgePromptProps) {
  const { count } = use(EdgePromptContext)
  useEffect(() => {
    count((now) => now + 1)
    return () => count((now) => now - 1)
  }, [count])
  return (
    <section className={['edge-prompt', className].filter(Boolean).join(' ')} aria-label={label}>
      {children}
    </section>
  )
}
