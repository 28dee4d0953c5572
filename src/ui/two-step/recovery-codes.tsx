import { useEffect, useRef } from 'react'
import { downloadFile } from '#src/ui/file-download.ts'
import { Button } from '#src/ui/form/button.tsx'
import { CopyButton } from './copy-button.tsx'

/** The recovery codes, which the server shows once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join('\n')
  const headingRef = useRef<HTMLHeadingElement>(null)

  useEffect(() => headingRef.current?.focus(), [])

  function download() {
    downloadFile({
      name: 'recovery-codes.txt',
      type: 'text/plain;charset=utf-8',
      text: `Recovery codes for Property Marketplace. Each works once.\n\n${text}\n`,
    })
  }

  return (
    <div className="stack">
      <h4 ref={headingRef} tabIndex={-1}>
        Save your recovery codes
      </h4>
      <p>
        Each signs you in once if you lose your authenticator app. They are shown only now: keep
        them away from this device.
      </p>
      <ul className="row" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <CopyButton text={text}>Copy codes</CopyButton>
        <Button onClick={download}>Download codes</Button>
      </div>
      <div className="row">
        <Button variant="primary" onClick={onDone}>
          I saved the codes
        </Button>
      </div>
    </div>
  )
}
