import { lazy, Suspense, useContext } from 'react'
import { PartBoundaryContext } from '#src/ui/layout/part-boundary.ts'
import type { SignOutProps } from './sign-out-dialog.tsx'

const SignOutSteps = lazy(async () => ({
  default: (await import('./sign-out-dialog.tsx')).SignOutSteps,
}))

/** Loads the dialogs of a sign-out when the person first asks to sign out. */
export function SignOut(props: SignOutProps) {
  const PartBoundary = useContext(PartBoundaryContext)
  if (!props.leaving.isWanted) return null
  return (
    <PartBoundary>
      <Suspense fallback={null}>
        <SignOutSteps {...props} />
      </Suspense>
    </PartBoundary>
  )
}
