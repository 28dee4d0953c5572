import { SearchIcon } from 'lucide-react'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** A search input. Callers label it with `aria-label` or a Field, and debounce its changes. */
export function SearchInput({ className, ...rest }: Omit<TextInputProps, 'type'>) {
  return (
    <span className={['search-input', className].filter(Boolean).join(' ')}>
      <SearchIcon size={16} />
      <TextInput {...rest} type="search" enterKeyHint="search" autoComplete="off" />
    </span>
  )
}
