import { displayValue } from '#src/domain/text.ts'
import { useSession } from '#src/session/use-session.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { Details } from '#src/ui/record/details.tsx'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'

/** The reader's own account, for staff and end users alike. */
export function AccountScreen() {
  const account = useSession()?.account
  return (
    <>
      <header className="page-header">
        <h2 className="page-title">Your account</h2>
      </header>
      <Card className="panel">
        <Details
          facts={[
            ['Name', displayValue(account?.fullName)],
            ['E-mail', displayValue(account?.email)],
          ]}
        />
      </Card>
      {/* A registration is provisional: its address has to be verified first. */}
      {account && account.isVerified !== false && <SecondFactorSection />}
    </>
  )
}
