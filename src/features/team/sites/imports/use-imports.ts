import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import {
  discardImport,
  listImports,
  readRefusedRows,
  sendImport,
} from '#src/api/team/imports-api.ts'
import type { ImportFile } from '#src/domain/import/import-file.ts'
import { useUserId } from '#src/session/use-session.ts'
import { downloadFile } from '#src/ui/file-download.ts'

const PROGRESS_MS = 1_000 // between polls during an import; a server imports some hundred rows in this time

/** The import files as the server has them, and functions to upload and discard files and to download refused rows. */
export function useImports() {
  const client = useQueryClient()
  const queryKey = ['found', useUserId(), 'imports']
  const [openId, setOpenId] = useState<string | null>(null)
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listImports(signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? PROGRESS_MS : false),
  })
  const refresh = () => client.invalidateQueries({ queryKey })
  const options = { onSettled: refresh, networkMode: 'always', gcTime: 0 } as const
  const sending = useMutation({ mutationFn: sendImport, onSuccess: setOpenId, ...options })
  const discarding = useMutation({ mutationFn: discardImport, ...options })
  const reading = useMutation({
    mutationFn: readRefusedRows,
    onSuccess: downloadRows,
    networkMode: 'always',
    gcTime: 0,
  })
  const failed = sending.error ?? discarding.error ?? reading.error ?? error
  function begin() {
    sending.reset()
    discarding.reset()
    reading.reset()
  }
  return {
    files: data,
    failure: failed && describeOnlineFailure(failed),
    /** The file whose columns are being chosen. */
    openId,
    open: setOpenId,
    isSending: sending.isPending,
    send(file: File) {
      begin()
      sending.mutate(file)
    },
    discard(id: string) {
      begin()
      discarding.mutate(id)
    },
    downloadRefused(id: string) {
      begin()
      reading.mutate(id)
    },
    finish() {
      setOpenId(null)
      void refresh()
    },
  }
}

function isRunning({ state }: ImportFile): boolean {
  return state === 'running'
}

/** Adds the BOM that spreadsheet programs need: reading the answer has removed the server's BOM. */
function downloadRows(text: string): void {
  const type = 'text/csv;charset=utf-8'
  downloadFile({ name: 'refused-listings.csv', type, text: `\ufeff${text.replace(/^\ufeff/, '')}` })
}
