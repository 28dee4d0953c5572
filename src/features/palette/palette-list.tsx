import { CornerDownLeftIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Keycap } from '#src/ui/layout/keycap.tsx'
import type { PaletteGroup, PaletteOption } from './palette-groups.ts'

/** The list box of the palette. */
export function PaletteList({ id, groups, active, onPoint, onChoose }: PaletteListProps) {
  const listRef = useRef<HTMLDivElement>(null)
  const activeId = active?.id
  useEffect(() => {
    if (activeId === undefined) return
    listRef.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])
  return (
    <div ref={listRef} id={`${id}-list`} className="palette-list" role="listbox" aria-label="Found">
      {groups.map(({ title, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a group of options.
        <div key={title} role="group" aria-labelledby={elementId(id, title)}>
          <p id={elementId(id, title)} className="palette-group" role="presentation">
            {title}
          </p>
          {options.map((option) => (
            <PaletteLine
              key={option.id}
              id={elementId(id, option.id)}
              option={option}
              isActive={option === active}
              onPoint={() => onPoint(option.id)}
              onChoose={() => onChoose(option)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** The id of an option's or a group's element. A space would end it where another element refers to it. */
export function elementId(id: string, name: string): string {
  return `${id}-${name.replace(/[^\w-]/g, '_')}`
}

interface PaletteListProps {
  /** Begins the ids of the elements. */
  id: string
  groups: readonly PaletteGroup[]
  active: PaletteOption | undefined
  onPoint: (optionId: string) => void
  onChoose: (option: PaletteOption) => void
}

function PaletteLine({ id, option, isActive, onPoint, onChoose }: PaletteLineProps) {
  const { label, detail, icon, keycap } = option
  return (
    // The input has the focus and its keys choose an option.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-keyshortcuts={keycap}
      className="palette-option"
      onPointerMove={onPoint}
      onClick={onChoose}
      onKeyDown={undefined}
    >
      {icon && <span className="palette-icon">{icon}</span>}
      <span className="palette-text">
        <span className="palette-label">{label}</span>
        {detail && <span className="palette-detail">{detail}</span>}
      </span>
      {keycap && <Keycap>{keycap}</Keycap>}
      {isActive && <CornerDownLeftIcon className="palette-enter" size={14} aria-hidden />}
    </div>
  )
}

interface PaletteLineProps {
  id: string
  option: PaletteOption
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}
