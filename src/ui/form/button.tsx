import { LoaderCircleIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'

/**
 * A busy button keeps its focus and its label, and ignores presses until the work is over. An `aria-disabled` button
 * also ignores presses.
 */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  busy = false,
  'aria-disabled': isHeld = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy || isHeld) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={['button', className].filter(Boolean).join(' ')}
      data-variant={variant}
      data-size={size}
      aria-busy={busy || undefined}
      aria-disabled={busy || isHeld || undefined}
      onClick={handleClick}
    >
      {busy ? <LoaderCircleIcon className="spinner" size={16} /> : icon}
      <span className="text-part">{children}</span>
    </button>
  )
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'accept' | 'reject'
  size?: 'medium' | 'small'
  icon?: ReactNode
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}
