import { useLayoutEffect, useRef } from 'react'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { CopyButton } from '#src/ui/two-step/copy-button.tsx'

interface CreatedSecretProps {
  /** The text that explains where to use the secret. */
  children: string
  /** The accessible name of the field. */
  label: string
  copyLabel: string
  secret: string
}

/** A secret that the server shows only once. */
export function CreatedSecret({ children, label, copyLabel, secret }: CreatedSecretProps) {
  const secretRef = useRef<HTMLInputElement>(null)
  // It is shown only once, so the focus leads to it.
  useLayoutEffect(() => secretRef.current?.focus(), [])
  return (
    <Notice tone="positive">
      <div className="stack">
        <p>{children}</p>
        <TextInput ref={secretRef} aria-label={label} value={secret} readOnly />
        <p className="row">
          <CopyButton text={secret}>{copyLabel}</CopyButton>
        </p>
      </div>
    </Notice>
  )
}
