import { displayValue } from '#src/domain/text.ts'
import { useSession } from '#src/session/use-session.ts'
import { AccountRow } from './account-row.tsx'
import { DevicesSection } from './devices-section.tsx'
import { EmailRow } from './email-row.tsx'
import { PasskeySection } from './passkeys/passkey-section.tsx'
import { PasswordRow } from './password-row.tsx'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'
import './account-screen.css'

/** The reader's own account, for staff and end users alike. */
export function AccountScreen() {
  const account = useSession()?.account
  const email = account?.email
  // A registration is provisional: its address has to be verified first.
  const isChangeable = email && account.isVerified !== false
  return (
    <>
      <header className="page-header">
        <h2 className="page-title">Your account</h2>
      </header>
      <div className="account-parts">
        <ul className="change-list account-list">
          <AccountRow title="Name" meta={displayValue(account?.fullName)} />
          {isChangeable ? (
            <EmailRow email={email} />
          ) : (
            <AccountRow title="E-mail address" meta={displayValue(email)} />
          )}
          {isChangeable && <PasswordRow email={email} />}
        </ul>
        {/* A registration is provisional: its address has to be verified first. */}
        {account && account.isVerified !== false && <SecondFactorSection />}
        {isChangeable && <PasskeySection email={email} />}
        <DevicesSection />
      </div>
    </>
  )
}
