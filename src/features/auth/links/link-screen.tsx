import { useLocation } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import { ForgotScreen } from './forgot-screen.tsx'
import { JoinScreen } from './join-screen.tsx'
import { ResetScreen } from './reset-screen.tsx'

/** The screens around single-use links. They share most of their code, so the build puts them into one file. */
export function LinkScreen() {
  const { pathname } = useLocation()
  if (pathname === paths.join) return <JoinScreen />
  return pathname === paths.reset ? <ResetScreen /> : <ForgotScreen />
}
