import { DownloadIcon, Trash2Icon, XIcon } from 'lucide-react'
import { useId } from 'react'
import type { ListExport } from '#src/domain/export/list-export.ts'
import { formatBytes } from '#src/domain/format-bytes.ts'
import { Button } from '#src/ui/form/button.tsx'
import {
  nameOfExport,
  sayDeletion,
  sayExportFacts,
  sayExportQuery,
  sayProgress,
} from './export-words.ts'
import type { Download } from './exports-queries.ts'

interface ExportEntryProps {
  one: ListExport
  /** The download of its file, if one is under way. */
  download: Download | null
  isRemoving: boolean
  onDownload: () => void
  onStop: () => void
  onRemove: () => void
}

/** One export: which rows it has, how far it is, and what can be done with it. */
export function ExportEntry({
  one,
  download,
  isRemoving,
  onDownload,
  onStop,
  onRemove,
}: ExportEntryProps) {
  const titleId = useId()
  const { state, rows, total, bytes, problem, isOwn } = one
  const isMade = state === 'running'
  return (
    <li className="change-item" data-state={state === 'failed' ? 'parked' : undefined}>
      <div className="change-item-text">
        <p className="change-item-title" id={titleId}>
          {nameOfExport(one)}
        </p>
        <p className="change-item-meta">{sayExportQuery(one)}</p>
        {isMade && (
          <progress
            className="batch-progress"
            aria-labelledby={titleId}
            // Without a value, the bar shows that something goes on.
            {...(total !== null && { max: total, value: rows })}
          />
        )}
        {isMade && (
          <p className="change-item-meta" role="status">
            {sayProgress(one)}
          </p>
        )}
        {state === 'failed' && <p className="export-problem">{problem}</p>}
        <p className="change-item-meta">{sayExportFacts(one)}</p>
        {state === 'ready' && <p className="change-item-meta">{sayDeletion(one)}</p>}
        {download && (
          <p className="change-item-meta" role="status">
            {`${formatBytes(download.bytes)} of ${formatBytes(bytes ?? 0)} received…`}
          </p>
        )}
      </div>
      <div className="change-item-actions">
        {state === 'ready' &&
          isOwn &&
          (download ? (
            <Button icon={<XIcon size={16} />} aria-describedby={titleId} onClick={onStop}>
              Stop the download
            </Button>
          ) : (
            <Button
              variant="primary"
              icon={<DownloadIcon size={16} />}
              aria-describedby={titleId}
              onClick={onDownload}
            >
              Download
            </Button>
          ))}
        <Button
          icon={isMade ? <XIcon size={16} /> : <Trash2Icon size={16} />}
          busy={isRemoving}
          aria-describedby={titleId}
          onClick={onRemove}
        >
          {isMade ? 'Cancel' : 'Delete'}
        </Button>
      </div>
    </li>
  )
}
