import type { Account } from '#src/domain/account/account.ts'
import type { Profile } from '#src/domain/account/own-account.ts'
import { formatDate } from '#src/domain/dates.ts'
import { displayValue } from '#src/domain/text.ts'
import { AccountRow } from '#src/features/account/account-row.tsx'
import { EmailRow } from '#src/features/account/email-row.tsx'
import { PasswordRow } from '#src/features/account/password-row.tsx'
import { LoadingPart } from '#src/ui/layout/loading-part.tsx'
import { FailedRead } from '#src/ui/reads/failed-read.tsx'
import { ProfileFieldRow } from './profile-field-row.tsx'
import { useProfile } from './use-profile.ts'

/** The person's name and phone number, how they sign in, and what they consented to. */
export function ProfileSection({ account, email }: { account: Account; email: string }) {
  const { profile, readFailure, refetch, change } = useProfile()
  if (!profile && !readFailure) return <LoadingPart>Loading your account...</LoadingPart>
  const isStaff = account.role === 'admin'
  return (
    <>
      <FailedRead failure={readFailure} onRetry={refetch} />
      <ul className="change-list account-list">
        <ProfileFieldRow
          title="Name"
          name="fullName"
          value={account.fullName}
          onSave={(fullName) => change({ fullName })}
        />
        <EmailRow email={email} />
        {profile && (
          <ProfileFieldRow
            title="Mobile number"
            name="phoneNumber"
            value={profile.phoneNumber}
            // Staff may have no phone number.
            onSave={(typed) => change({ phoneNumber: isStaff && !typed.trim() ? null : typed })}
          />
        )}
        <PasswordRow email={email} />
        {profile && <AccountRow title="Account since" meta={formatDate(profile.createdAt)} />}
        {profile?.consentAt && <AccountRow title="Consent" meta={describeConsent(profile)} />}
      </ul>
    </>
  )
}

function describeConsent({ consentAt, consentPolicy }: Profile): string {
  return `Given on ${formatDate(consentAt)}, to the privacy policy of ${displayValue(consentPolicy)}`
}
