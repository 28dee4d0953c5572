import { SearchIcon } from 'lucide-react'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** Name it with `aria-label` or a Field. Debouncing is up to the caller. */
export function SearchInput({ className, ...rest }: Omit<TextInputProps, 'type'>) {
  return (
    <span className={['search-input', className].filter(Boolean).join(' ')}>
      <SearchIcon size={16} />
      <TextInput {...rest} type="search" enterKeyHint="search" autoComplete="off" />
    </span>
  )
}
