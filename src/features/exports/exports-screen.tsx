import { DownloadIcon } from 'lucide-react'
import { useRef } from 'react'
import { MOST_ROWS_AT_ONCE } from '#src/domain/export/list-export.ts'
import { groupIndian } from '#src/domain/money.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useMay } from '#src/session/use-may.ts'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { ExportEntry } from './export-entry.tsx'
import { useExportActions, useExports } from './exports-queries.ts'
import './exports.css'

/** The files of large lists, which the server makes in the background and keeps for a day. */
export function ExportsScreen() {
  const exports = useExports()
  const { value, failure, refetch } = exports
  const freshness = findReadFreshness(exports, useNow())
  const isManager = useMay('manage-exports')
  const headingRef = useRef<HTMLHeadingElement>(null)
  const { download, failure: problem, removingId, start, stop, remove } = useExportActions(refetch)
  return (
    <>
      <header className="page-header">
        <h2 className="page-title" ref={headingRef} tabIndex={-1}>
          Exports
        </h2>
        <ReadNote {...freshness} what="the exports" onRetry={refetch} />
      </header>
      {value && (
        <p className="muted exports-what">
          {`Lists of more than ${groupIndian(MOST_ROWS_AT_ONCE)} rows are exported in the background, and their files are kept for a day.${isManager ? ' You see the exports of the whole team; each person downloads their own.' : ''}`}
        </p>
      )}
      {problem && <Notice tone="negative">{problem}</Notice>}
      {value && value.length > 0 && failure?.kind === 'no-answer' && (
        <Notice tone="caution">
          Offline. This is the last known list; a download needs the network.
        </Notice>
      )}
      {value?.length === 0 && (
        <EmptyState icon={<DownloadIcon size={22} />} title="No exports">
          Press “Export” above a list. A small file is downloaded at once, and a large one waits
          here.
        </EmptyState>
      )}
      {value && value.length > 0 && (
        <ul className="change-list" aria-label="Exports">
          {value.map((one) => (
            <ExportEntry
              key={one.id}
              one={one}
              download={download?.id === one.id ? download : null}
              isRemoving={removingId === one.id}
              onDownload={() => void start(one)}
              onStop={stop}
              onRemove={() => {
                if (download?.id === one.id) stop()
                remove(one.id)
                // The pressed button goes with its entry.
                headingRef.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
    </>
  )
}
