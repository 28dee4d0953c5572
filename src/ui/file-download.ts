const URL_LIFETIME_MS = 60_000 // some browsers read the file only after the click event

export interface DownloadedFile {
  name: string
  /** The MIME type, with its charset. */
  type: string
  text: string
}

/** Downloads a text as a file; it is created on the device, so it needs no network. */
export function downloadFile({ name, type, text }: DownloadedFile): void {
  downloadBlob(name, new Blob([text], { type }))
}

/** Downloads bytes as a file of this name. */
export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
}
