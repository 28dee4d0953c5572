import { useEffect, useRef, useState } from 'react'
import { isCoverEntry } from './modal-history.ts'
import { useUrlParam } from './use-url-param.ts'

const SETTLE_MS = 250 // Safari refuses more than 100 changes of the URL in 30 seconds

/** Typed text, which is stored in the URL once typing pauses. */
export function useUrlText(name: string): [string, (text: string) => void] {
  const [kept, keep] = useUrlParam(name)
  const [text, setText] = useState(kept)
  const [seen, setSeen] = useState(kept)

  // The URL has changed, for example by a link: its text replaces the input's, unless the person is typing.
  if (seen !== kept) {
    setSeen(kept)
    if (text === seen) setText(kept)
  }

  useEffect(() => {
    if (text === kept) return
    // Wait while a view covers the page: the text would go into the view's history entry, and be lost when it closes.
    const timer = setInterval(() => !isCoverEntry() && keep(text), SETTLE_MS)
    return () => clearInterval(timer)
  }, [text, kept, keep])

  // When the section is hidden or unmounts, discard text that is not stored in the URL yet.
  const keptRef = useRef(kept)
  useEffect(() => {
    keptRef.current = kept
  })
  useEffect(() => () => setText(keptRef.current), [])

  return [text, setText]
}
