import { exportData } from '#src/api/account/own-account-api.ts'
import { toIndianInput } from '#src/domain/dates.ts'
import { downloadBlob } from '#src/ui/file-download.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { useAccountRequest } from './use-account-request.ts'

const DAY_CHARS = 'yyyy-mm-dd'.length

/** Downloads everything that the server stores about the signed-in person. */
export function DataSection() {
  const { isBusy, problem, send } = useAccountRequest()

  function download() {
    void send(async () => {
      const archive = await exportData()
      const day = toIndianInput(Date.now()).slice(0, DAY_CHARS)
      downloadBlob(`property-marketplace-data-${day}.zip`, archive)
    })
  }

  return (
    <section className="section" aria-labelledby="data-title">
      <h3 id="data-title" className="section-title">
        Your data
      </h3>
      {problem && <Notice tone="negative">{problem}</Notice>}
      <Card className="panel stack">
        <p>
          Everything that the server holds about you, as a ZIP file. A text in it says what each
          file is. Keep it in a safe place: it is not encrypted.
        </p>
        <div className="row">
          <Button busy={isBusy} onClick={download}>
            Download my data
          </Button>
        </div>
      </Card>
    </section>
  )
}
