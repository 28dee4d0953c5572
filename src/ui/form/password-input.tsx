import { EyeIcon, EyeOffIcon } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** A password input with a show button. */
export function PasswordInput(props: Omit<TextInputProps, 'type'>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <span className="input-with-button">
      <TextInput
        {...props}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <IconButton
        label={isShown ? 'Hide password' : 'Show password'}
        icon={isShown ? <EyeOffIcon size={18} /> : <EyeIcon size={18} />}
        onClick={() => setIsShown(!isShown)}
      />
    </span>
  )
}
