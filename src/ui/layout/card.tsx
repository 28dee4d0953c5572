import type { HTMLAttributes, ReactNode } from 'react'

export function Card({ as: Element = 'div', className, children, ...rest }: CardProps) {
  return (
    <Element {...rest} className={['card', className].filter(Boolean).join(' ')}>
      {children}
    </Element>
  )
}

export interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'li' | 'form'
  children: ReactNode
}
