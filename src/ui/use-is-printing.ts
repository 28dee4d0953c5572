import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The rows of a list that are printed: about thirty pages. More would hold the browser's print dialog up for long. */
export const MOST_PRINTED = 1_000

/** True while the page is printed, so that a long list renders the rows that the screen leaves out. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes the page as it is when `beforeprint` returns.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
