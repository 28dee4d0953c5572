import { countKinds, countPending, type PartOf } from '#src/domain/listing/device-share.ts'
import { groupIndian } from '#src/domain/money.ts'

/** Says which listings this device has, where the server has more than a device holds. */
export function ShareNote({ partOf, beyond, held }: ShareNoteProps) {
  return <p className="share-note">{sayShare({ partOf, beyond, held })}</p>
}

export function sayShare({ partOf, beyond, held }: ShareNoteProps): string {
  const all = groupIndian(countKinds(partOf))
  const which =
    countPending(beyond) === 0
      ? 'all that are pending, and the latest'
      : `those of the ${groupIndian(countPending(partOf))} pending that wait longest, and the latest`
  return `${groupIndian(held)} of ${all} listings are on this device: ${which}. The others need a network.`
}

interface ShareNoteProps {
  /** The server's listings. */
  partOf: PartOf
  /** Those that the device does not have. */
  beyond: PartOf
  /** The number of listings on this device. */
  held: number
}
