import { useState } from 'react'
import { Button } from '#src/ui/form/button.tsx'

/** Copies a text, and shows whether that worked: some browsers do not allow it. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [said, setSaid] = useState<string | null>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch (error) {
      console.warn('The browser does not allow copying.', error)
      setSaid('Copying is not allowed here: select the text')
    }
  }

  return (
    <>
      <Button onClick={() => void copy()}>{children}</Button>
      <span role="status">{said}</span>
    </>
  )
}
