import { useState } from 'react'
import { sectionPath } from '#src/config/paths.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import { MOST_ROWS_AT_ONCE } from '#src/domain/export/list-export.ts'
import { EXPORT_FORMATS, type ExportFormat } from '#src/domain/export/table-export.ts'
import { formatBytes } from '#src/domain/format-bytes.ts'
import { countNoun, groupIndian } from '#src/domain/money.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { RecordLink } from '#src/ui/record/record-link.tsx'
import { type ExportChoice, toServerQuery } from './export-choice.ts'
import { useListExport } from './use-list-export.ts'

const FORMAT_LABELS: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV, for any program',
  xlsx: 'XLSX, for Excel',
}

/** Exports a list as a file: from the server or, without a network, from the copy on this device. */
export function ExportDialog({ choice, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const { state, exportFromServer, exportCopy, cancel } = useListExport(choice, onClose)
  const { rowCount, readAtMs, ofDevice, isPart } = choice
  const isBusy = state.step === 'busy'
  const isOrdered = state.step === 'ordered'
  const isOfDevice = toServerQuery(choice) === null
  const isChosen = choice.conditions.length > 0 || choice.searchedText.trim() !== ''
  const copyText = `${countNoun(rowCount, 'row')} as of ${formatDateTime(readAtMs)}${isPart ? ', a part of the list' : ''}`
  function close() {
    cancel()
    onClose()
  }
  return (
    <Dialog
      open
      title="Export"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{isOrdered ? 'Close' : 'Cancel'}</Button>
          {(isOfDevice || (state.step === 'failed' && state.isWithoutServer)) && (
            <Button onClick={() => void exportCopy(format)}>Export the copy on this device</Button>
          )}
          {!isOfDevice && !isOrdered && (
            <Button variant="primary" busy={isBusy} onClick={() => void exportFromServer(format)}>
              {state.step === 'failed' ? 'Try again' : 'Export'}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <p>
          {isChosen
            ? 'The rows that pass the filters and the search go into the file.'
            : 'All rows of the list go into the file.'}
        </p>
        <Field label="Format">
          {(input) => (
            <Select
              {...input}
              value={format}
              onChange={({ target }) =>
                setFormat(EXPORT_FORMATS.find((one) => one === target.value) ?? 'csv')
              }
            >
              {EXPORT_FORMATS.map((one) => (
                <option key={one} value={one}>
                  {FORMAT_LABELS[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {!isOfDevice && ofDevice !== null && (
          <Notice tone="neutral">
            {`The server cannot sort by “${ofDevice}”. Its file has the newest rows first.`}
          </Notice>
        )}
        {isOfDevice && (
          <Notice tone="neutral">
            {`The server does not know which changes wait on this device. The file has the copy on this device: ${copyText}.`}
          </Notice>
        )}
        {isOrdered && (
          <Notice tone="positive">
            {`The list has more than ${groupIndian(MOST_ROWS_AT_ONCE)} rows, so the server makes the file in the background. You can leave this screen; it waits under Exports for a day.`}
          </Notice>
        )}
        {state.step === 'busy' && (
          <p role="status">
            {state.bytes === 0 ? 'Preparing the file…' : `${formatBytes(state.bytes)} received…`}
          </p>
        )}
        {!isOfDevice && (
          <p>
            <RecordLink to={sectionPath('exports')} opens="list">
              Exports of large lists
            </RecordLink>
          </p>
        )}
        {state.step === 'failed' && (
          <Notice tone="caution">
            {state.isWithoutServer
              ? `${state.problem} This device can export its own copy: ${copyText}.`
              : state.problem}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

interface ExportDialogProps {
  choice: ExportChoice<unknown>
  onClose: () => void
}
