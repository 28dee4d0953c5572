/** Buttons to choose one of a few values. The counts are not part of the accessible names. */
export function Segmented<Value extends string>({
  label,
  options,
  isMore = false,
  value,
  onChange,
}: SegmentedProps<Value>) {
  return (
    <fieldset className="segmented" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          <span className="text-part">{option.label}</span>
          {option.count !== undefined && (
            <span className="segmented-count" aria-hidden="true">
              {option.count !== null && option.count.toLocaleString('en-IN') + (isMore ? '+' : '')}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  )
}

export interface SegmentedProps<Value extends string> {
  label: string
  /** A null count is not known yet; its space is reserved. */
  options: readonly { value: Value; label: string; count?: number | null }[]
  /** Whether the counts may be incomplete: they are shown with a "+". */
  isMore?: boolean
  value: Value
  onChange: (value: Value) => void
}
