import { useEffect } from 'react'

/** The document's title while a screen is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
