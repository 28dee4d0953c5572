import { useCallback, useEffect, useState } from 'react'
import { savesData } from '#src/ui/media/data-saver.ts'
import { findPostingCode, hasPostingCode, keepPostingCode } from './posting-code.ts'

/** `saving`: Data Saver is on; the person decides about caching. `unsupported`: this browser or origin cannot cache. */
export type PostingCodeState = 'looking' | 'ready' | 'saving' | 'missing' | 'full' | 'unsupported'

/**
 * Whether listings can be written here without a network. Caches the code at the first visit, but with Data Saver only
 * when `keep` is called.
 */
export function usePostingCode(): { state: PostingCodeState; keep: () => void } {
  const [state, setState] = useState<PostingCodeState>('looking')

  const look = useCallback(async (mayKeep: boolean) => {
    const code = findPostingCode()
    const { serviceWorker } = navigator
    if (!code || !serviceWorker) return setState('unsupported')
    // The code is of use only after the service worker has cached the rest of the app.
    await serviceWorker.ready
    if (!serviceWorker.controller) return setState('missing')
    try {
      const isThere = await hasPostingCode(code)
      if (!isThere && !mayKeep) return setState('saving')
      await keepPostingCode(code)
      setState((await hasPostingCode(code)) ? 'ready' : 'missing')
    } catch (error) {
      console.info('The code for writing listings is not kept on this device.', error)
      setState(isFull(error) ? 'full' : 'missing')
    }
  }, [])

  useEffect(() => {
    const lookAgain = () => void look(!savesData())
    lookAgain()
    // On a first visit, the worker takes control of the page a moment later: only then can the code be cached.
    const { serviceWorker } = navigator
    serviceWorker?.addEventListener('controllerchange', lookAgain)
    return () => serviceWorker?.removeEventListener('controllerchange', lookAgain)
  }, [look])
  return { state, keep: () => void look(true) }
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
