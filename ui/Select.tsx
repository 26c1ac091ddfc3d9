import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { AnchoredOverlay } from './AnchoredOverlay.tsx'
import { preloadProps, useOverlayParts } from './overlays.tsx'
import type { Option } from './pick/options.ts'
import { createTypeAhead } from './pick/type-ahead.ts'
import styles from './Select.module.css'

export interface SelectProps {
  readonly label: string
  /** Where the words beside it name it already: the label is only read out. */
  readonly labelHidden?: boolean
  readonly value: string
  readonly options: readonly Option[]
  readonly onChange: (value: string) => void
  /** The label stands before it, and it is as wide as its value: in a row of controls. */
  readonly inline?: boolean
}

const idle = () => undefined

/** A choice of one of a few, with its label above. The keys are those of a native select. */
export function Select({ label, labelHidden = false, value, options, onChange, inline = false }: SelectProps) {
  const id = useId()
  const field = useRef<HTMLButtonElement>(null)
  const [typeAhead] = useState(createTypeAhead)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const parts = useOverlayParts(open)
  const at = options.findIndex(option => option.value === value)
  const chosen = options[at]

  function show(index: number) {
    setOpen(true)
    setActive(index)
  }
  function choose(option: Option | undefined) {
    setOpen(false)
    if (option && option.value !== value) onChange(option.value)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || (event.altKey && !event.key.startsWith('Arrow'))) return
    const from = open ? active : at
    const last = options.length - 1
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -last, End: last }
    const step = steps[event.key]
    const typed = step === undefined ? typeAhead.find(options, from, event) : undefined
    const isEnter = event.key === 'Enter' || event.key === ' '
    // The focus goes on to the next control.
    if (event.key === 'Tab' && open) return choose(options[active])
    if (typed !== undefined) show(typed)
    else if (step !== undefined) show(open || Math.abs(step) > 1 ? Math.max(0, Math.min(last, from + step)) : from)
    else if (isEnter && open) choose(options[active])
    else if (isEnter) show(at)
    else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setOpen(false)
    } else return
    event.preventDefault()
  }
  return (
    <div className={inline ? styles.inline : styles.select}>
      <label htmlFor={id} className={labelHidden ? styles.hidden : styles.label}>
        {label}
      </label>
      <button
        ref={field}
        id={id}
        type="button"
        role="combobox"
        className={styles.field}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={open && active >= 0 ? `${id}-list-${active}` : undefined}
        {...preloadProps}
        onClick={() => (open ? setOpen(false) : show(at))}
        onKeyDown={onKeyDown}
        // Firefox clicks a button when the space bar is released.
        onKeyUp={event => event.key === ' ' && event.preventDefault()}
        onBlur={() => setOpen(false)}
      >
        <span className={styles.value} lang={chosen?.lang}>
          {chosen?.label ?? value}
        </span>
        <IconSelector size={16} aria-hidden className={styles.arrow} />
      </button>
      <AnchoredOverlay
        anchor={field}
        open={open}
        onClose={() => setOpen(false)}
        width={inline ? 'max-content' : 'target'}
        position="bottom-start"
        offset={4}
        withRoles={false}
        closeOnEscape={false}
        className={styles.dropdown}
      >
        {parts && (
          <parts.OptionList
            id={`${id}-list`}
            label={label}
            options={{ items: options, status: 'ready', loadMore: idle, retry: idle }}
            text=""
            active={active}
            multiple={false}
            isChosen={option => option.value === value}
            isDisabled={() => false}
            onActive={setActive}
            onChoose={choose}
          />
        )}
      </AnchoredOverlay>
    </div>
  )
}
