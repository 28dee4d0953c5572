import { ArrowLeftIcon, ArrowRightIcon, TrashIcon } from 'lucide-react'
import { onApiHost } from '#src/config/settings.ts'
import type { ListingMedia } from '#src/domain/media/listing-media.ts'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { TILE_SIZE } from './tile-size.ts'

export interface StoredTileProps {
  file: ListingMedia
  /** 'Photo 2' or 'Video'. */
  label: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  /** Called when another file was dropped on this tile. */
  onDrop: (id: string) => void
  onRemove: () => void
}

const ICON_PX = 18
const DRAGGED = 'application/x-listing-media'

/** A stored photo or video. It can be moved with its buttons or by dragging. */
export function StoredTile({ file, label, onMove, onRemove, ...props }: StoredTileProps) {
  return (
    <li
      className="card photo-tile"
      data-media={file.id}
      draggable
      onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, file.id)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const dropped = event.dataTransfer.getData(DRAGGED)
        if (dropped) props.onDrop(dropped)
      }}
    >
      {file.smallUrl === null ? (
        <video
          {...TILE_SIZE}
          src={onApiHost(file.url) ?? ''}
          aria-label={label}
          controls
          preload="metadata"
        />
      ) : (
        <img
          {...TILE_SIZE}
          style={{ objectFit: 'cover' }}
          src={onApiHost(file.smallUrl) ?? ''}
          alt={label}
          draggable={false}
        />
      )}
      <div>
        <IconButton
          label={`Move ${label} earlier`}
          icon={<ArrowLeftIcon size={ICON_PX} />}
          data-move="-1"
          disabled={props.isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={`Move ${label} later`}
          icon={<ArrowRightIcon size={ICON_PX} />}
          data-move="1"
          disabled={props.isLast}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={`Remove ${label}`}
          icon={<TrashIcon size={ICON_PX} />}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}
