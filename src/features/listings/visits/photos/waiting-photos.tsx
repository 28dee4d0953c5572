import { useCallback } from 'react'
import { findBytes } from '#src/files/kept-bytes.ts'
import { usePageUploads } from '#src/outbox/kinds/posting/files/use-uploads.ts'
import { DevicePhoto } from '#src/ui/media/device-photo.tsx'
import { PHOTO_SIZE } from './photo-size.ts'

/** The photos of visits that wait on this device, which shows them without a network. */
export function WaitingPhotos({ files }: { files: readonly string[] }) {
  const { db } = usePageUploads()
  const read = useCallback((id: string) => findBytes(db, id), [db])
  return (
    <ul className="row" aria-label="Photos that wait on this device">
      {files.map((id, index) => (
        <li key={id}>
          <DevicePhoto
            id={id}
            read={read}
            label={`Waiting photo ${index + 1} of ${files.length}`}
            {...PHOTO_SIZE}
          />
        </li>
      ))}
    </ul>
  )
}
