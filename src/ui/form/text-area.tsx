import type { Ref, TextareaHTMLAttributes } from 'react'

/** Text of several lines. */
export function TextArea({ className, rows = 4, ...rest }: TextAreaProps) {
  return (
    <textarea {...rest} rows={rows} className={['input', className].filter(Boolean).join(' ')} />
  )
}

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}
