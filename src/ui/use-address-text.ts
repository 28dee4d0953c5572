import { useEffect, useState } from 'react'
import { useAddressParam } from './use-address-param.ts'

const SETTLE_MS = 250 // Safari refuses more than 100 changes of the address in 30 seconds

/** Text being typed, kept in the address once the typing pauses. */
export function useAddressText(name: string): [string, (text: string) => void] {
  const [kept, keep] = useAddressParam(name)
  const [text, setText] = useState(kept)
  const [seen, setSeen] = useState(kept)

  // The address changed: by a link, which wins, unless someone is typing.
  if (seen !== kept) {
    setSeen(kept)
    if (text === seen) setText(kept)
  }

  useEffect(() => {
    if (text === kept) return
    const timer = setTimeout(() => keep(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text, kept, keep])

  return [text, setText]
}
