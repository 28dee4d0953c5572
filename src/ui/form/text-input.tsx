import type { InputHTMLAttributes, Ref } from 'react'

export function TextInput({ className, type = 'text', ...rest }: TextInputProps) {
  return <input {...rest} type={type} className={['input', className].filter(Boolean).join(' ')} />
}

export interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
}
