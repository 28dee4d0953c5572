import { useEffect, useRef, useState } from 'react'
import { roundPlace, type VisitPlace } from '#src/domain/visit/visit-place.ts'

const LONGEST_MS = 20_000 // a first fix outdoors takes up to half of it
const FRESH_MS = 60_000 // within a minute, nobody walks further than the place is rounded

const DENIED = 1 // GeolocationPositionError.PERMISSION_DENIED, which test browsers do not define

/**
 * Asks the browser where the person is, only when `ask` is called. The place is rounded before anything else sees it. One
 * that arrives after the form was closed is dropped.
 */
export function useOwnPlace(onPlace: (place: VisitPlace) => void) {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  function end(said: string | null): void {
    if (!isOpen.current) return
    setAsking(false)
    setFailure(said)
  }

  function ask(): void {
    const isThere = 'geolocation' in navigator
    setAsking(isThere)
    setFailure(isThere ? null : NO_PLACE)
    if (!isThere) return
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (isOpen.current) onPlace(roundPlace(coords))
        end(null)
      },
      ({ code }) => end(code === DENIED ? NOT_ALLOWED : NO_PLACE),
      { timeout: LONGEST_MS, maximumAge: FRESH_MS },
    )
  }

  return { isAsking, failure, ask }
}

const NOT_ALLOWED =
  'The browser does not share the place. Allow it in the settings of the site, or save the visit without it.'
const NO_PLACE =
  'The device did not find its place. Try again outside, or save the visit without it.'
