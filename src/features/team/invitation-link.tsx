import { useRef, useState } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'

/** The one-time link of an invitation, to hand over. */
export function InvitationLink({ email, url }: { email: string; url: string }) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      setSaid('Copied.')
    } catch {
      // The browser denied access to the clipboard, or offers none without HTTPS.
      inputRef.current?.select()
      setSaid('The browser does not allow copying. The link is selected: copy it by hand.')
    }
  }

  return (
    <div className="team-link">
      <TextInput ref={inputRef} aria-label={`Link for ${email}`} value={url} readOnly />
      <Button
        variant="primary"
        aria-label={`Copy the link for ${email}`}
        onClick={() => void copy()}
      >
        Copy
      </Button>
      <p aria-live="polite">{said}</p>
    </div>
  )
}
