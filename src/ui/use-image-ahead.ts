import { useEffect } from 'react'

/** Loads a picture that will be shown next, so that it is there at once. */
export function useImageAhead(src: string | null | undefined): void {
  useEffect(() => {
    if (src) new Image().src = src
  }, [src])
}
