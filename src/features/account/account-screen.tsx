import { displayValue } from '#src/domain/text.ts'
import { useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { AccountRow } from './account-row.tsx'
import { DataSection } from './data-section.tsx'
import { DeletionSection } from './deletion/deletion-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { MentionMailSection } from './mention-mail-section.tsx'
import { PasskeySection } from './passkeys/passkey-section.tsx'
import { ProfileSection } from './profile/profile-section.tsx'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'
import './account-screen.css'

/** The signed-in person's own account, for staff and end users alike. */
export function AccountScreen() {
  const account = useSession()?.account
  const email = account?.email
  // All roles that see any notes see those of listings.
  const seesNotes = useMay('see-listings') && account?.role === 'admin'
  // Most sections need a verified e-mail address, which a new registration does not have yet.
  const isVerified = account && account.isVerified !== false
  return (
    <>
      <header className="page-header">
        <h2 className="page-title">Your account</h2>
      </header>
      <div className="account-parts">
        {isVerified && email ? (
          <ProfileSection account={account} email={email} />
        ) : (
          <ul className="change-list account-list">
            <AccountRow title="Name" meta={displayValue(account?.fullName)} />
            <AccountRow title="E-mail address" meta={displayValue(email)} />
          </ul>
        )}
        {isVerified && <SecondFactorSection />}
        {isVerified && email && <PasskeySection email={email} />}
        <DevicesSection />
        {isVerified && seesNotes && <MentionMailSection />}
        {isVerified && <DataSection />}
        {isVerified && <DeletionSection isStaff={account.role === 'admin'} />}
      </div>
    </>
  )
}
