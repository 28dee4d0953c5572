import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { FactorQuestion } from './use-second-factor.ts'

export interface SecondFactorPartProps {
  question: FactorQuestion | null
  /** The form for the password, which keeps what was typed. */
  children: ReactNode
}

/** The second step of a sign-in in place of the first. */
export function SecondFactorPart({ question, children }: SecondFactorPartProps) {
  const firstRef = useRef<HTMLDivElement>(null)
  const hadQuestion = useRef(false)

  useLayoutEffect(() => {
    if (hadQuestion.current && !question)
      firstRef.current?.querySelector<HTMLElement>('[name=password]')?.focus()
    hadQuestion.current = question !== null
  }, [question])

  return (
    <>
      <div ref={firstRef} hidden={question !== null}>
        {children}
      </div>
      {question && <question.Step question={question} />}
    </>
  )
}
