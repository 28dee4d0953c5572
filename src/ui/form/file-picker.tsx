import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

export interface FilePickerProps {
  /** The label, which begins with a verb. */
  children: ReactNode
  icon: ReactNode
  accept: string
  multiple?: boolean
  /** Opens the camera on a phone. */
  isCamera?: boolean
  isDisabled?: boolean
  onChoose: (files: File[]) => void
}

/** A button that opens the device's files or its camera. */
export function FilePicker({
  children,
  icon,
  accept,
  multiple = false,
  isCamera = false,
  isDisabled = false,
  onChoose,
}: FilePickerProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={icon} aria-disabled={isDisabled} onClick={() => inputRef.current?.click()}>
        {children}
      </Button>
      <input
        ref={inputRef}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        {...(isCamera && { capture: 'environment' })}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = '' // so that the same file can be chosen again
          if (files.length > 0) onChoose(files)
        }}
      />
    </>
  )
}
