import { SearchIcon, XIcon } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** A search input with a button that empties it. Callers label it with `aria-label` or a Field, and debounce its changes. */
export function SearchInput({ className, value, onClear, ...rest }: SearchInputProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  return (
    <span className={['search-input', className].filter(Boolean).join(' ')}>
      <SearchIcon size={16} />
      <TextInput
        {...rest}
        ref={inputRef}
        value={value}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
      />
      {value !== '' && (
        <IconButton
          label="Clear"
          icon={<XIcon size={16} />}
          onClick={() => {
            onClear()
            inputRef.current?.focus()
          }}
        />
      )}
    </span>
  )
}

export interface SearchInputProps extends Omit<TextInputProps, 'type' | 'ref' | 'value'> {
  value: string
  onClear: () => void
}
