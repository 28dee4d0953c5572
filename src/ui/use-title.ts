import { useEffect } from 'react'

/** The document's title while a screen is shown; null leaves it to a nested screen. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])
}
