import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { AnchoredOverlay } from '../AnchoredOverlay.tsx'
import { useOverlayParts } from '../overlays.tsx'
import { focusWhenShown } from '../focus-when-shown.ts'
import { uiMessages } from '../messages.ts'
import { RemoveButton } from '../RemoveButton.tsx'
import { useText } from '../text.tsx'
import type { LoadOptions, Option } from './options.ts'
import styles from './Picker.module.css'
import { useOptions } from './use-options.ts'

interface PickerProps {
  readonly label: string
  readonly labelHidden?: boolean
  /** The id of the input, where a label outside names it: then none is shown here. */
  readonly id?: string
  /** Ids of elements outside that describe it. */
  readonly describedBy?: string | undefined
  readonly required?: boolean
  /** Whether the focus goes here when it is shown. */
  readonly initialFocus?: boolean
  /** Typed text that is no option can be chosen too: by Enter, or by leaving the field. */
  readonly allowText?: boolean
  /** Leaving the field takes the option that is marked by the keys, or the first that matches what was typed. */
  readonly autoSelect?: boolean
  /** The debounce of typing before a request; 250 ms by default. */
  readonly debounceMs?: number
  /** Something is wrong; `error` says what, unless that is said outside. */
  readonly invalid?: boolean
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly placeholder?: string | undefined
  readonly disabled?: boolean
  /** Keep it the same between renders: a new one loads again. */
  readonly load: LoadOptions
}

interface InnerProps extends PickerProps {
  readonly multiple: boolean
  readonly max?: number | undefined
  readonly chosen: readonly Option[]
  readonly onChange: (chosen: readonly Option[]) => void
}

export interface AutocompleteProps extends PickerProps {
  readonly value: Option | undefined
  readonly onChange: (value: Option | undefined) => void
}

/** A field that finds one of very many by typing. */
export function Autocomplete({ value, onChange, ...rest }: AutocompleteProps) {
  return <Picker {...rest} multiple={false} chosen={value ? [value] : []} onChange={([first]) => onChange(first)} />
}

export interface MultiSelectProps extends PickerProps {
  readonly values: readonly Option[]
  readonly onChange: (values: readonly Option[]) => void
  /** How many can be chosen: at the limit further options are disabled. */
  readonly max?: number | undefined
}

/** A field that finds several of very many by typing. */
export function MultiSelect({ values, onChange, ...rest }: MultiSelectProps) {
  return <Picker {...rest} multiple chosen={values} onChange={onChange} />
}

function Picker({
  label,
  labelHidden = false,
  id: givenId,
  describedBy,
  required = false,
  initialFocus = false,
  allowText = false,
  autoSelect = false,
  debounceMs,
  help,
  error,
  invalid = error !== undefined,
  placeholder,
  disabled = false,
  load,
  multiple,
  max = Infinity,
  chosen,
  onChange,
}: InnerProps) {
  const words = useText()
  const ownId = useId()
  const id = givenId ?? ownId
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(-1)
  // What is only pointed at is not meant yet.
  const [isPointed, setPointed] = useState(false)
  const single = multiple ? undefined : chosen[0]
  const options = useOptions(load, typed ?? '', open, debounceMs)
  // The list is in the chunk of the overlays.
  const parts = useOverlayParts(open)
  const isChosen = (option: Option) => chosen.some(({ value }) => value === option.value)
  const isDisabled = (option: Option) => multiple && chosen.length >= max && !isChosen(option)
  const at = Math.min(active, options.items.length - 1)

  function close() {
    setOpen(false)
    setTyped(undefined)
    setActive(-1)
  }
  function mark(index: number) {
    setActive(index)
    setPointed(false)
  }
  function show() {
    if (!disabled) setOpen(true)
  }
  /** Takes what was typed as it is, where that is allowed. */
  function takeText() {
    if (!allowText || typed === undefined) return
    const value = typed.trim()
    if (value === '' && !multiple) onChange([])
    else if (value !== '' && isChosen({ value, label: value })) setTyped(undefined)
    else if (value !== '') choose({ value, label: value })
  }
  function leave() {
    const marked = open && autoSelect && !isPointed && options.status === 'ready' ? options.items[at] : undefined
    if (marked && !isChosen(marked)) choose(marked)
    else takeText()
    close()
  }
  function choose(option: Option) {
    if (isDisabled(option)) return
    if (!multiple) {
      onChange([option])
      close()
      return
    }
    onChange(isChosen(option) ? chosen.filter(({ value }) => value !== option.value) : [...chosen, option])
    setTyped(undefined)
  }
  function remove(value: string) {
    onChange(chosen.filter(option => option.value !== value))
    input.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }
    const move = moves[event.key]
    const current = options.items[at]
    if (move !== undefined) {
      event.preventDefault()
      if (!open) return show()
      const count = options.items.length
      const next = at === -1 && move < 0 ? count - 1 : at + move
      mark(Math.max(0, Math.min(count - 1, next)))
    } else if (event.key === 'Enter' && open && current) {
      event.preventDefault()
      choose(current)
    } else if (event.key === 'Enter' && typed !== undefined) {
      // Text that matches nothing must not send the form around it.
      event.preventDefault()
      if (allowText) takeText()
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      close()
    } else if (event.key === 'Backspace' && (typed ?? '') === '') {
      const last = chosen.at(-1)
      if (last && (multiple || typed === '')) onChange(chosen.slice(0, -1))
    }
  }

  return (
    <div className={styles.picker}>
      {givenId === undefined && (
        <label htmlFor={id} className={labelHidden ? styles.hidden : styles.name}>
          {label}
        </label>
      )}
      {/* A click beside the words goes to the field, as in any text field. */}
      <div
        ref={field}
        role="presentation"
        className={`${styles.field} ${invalid ? styles.wrong : ''}`}
        data-disabled={disabled || undefined}
        onClick={() => {
          input.current?.focus()
          show()
        }}
      >
        {multiple &&
          chosen.map(option => (
            <span key={option.value} className={styles.chip} title={option.label}>
              <span className={styles.label}>{option.label}</span>
              <RemoveButton
                label={words(uiMessages.removeOption, { name: option.label })}
                disabled={disabled}
                onRemove={() => remove(option.value)}
              />
            </span>
          ))}
        <input
          ref={input}
          id={id}
          role="combobox"
          className={styles.input}
          autoComplete="off"
          disabled={disabled}
          placeholder={chosen.length === 0 ? (placeholder ?? words(uiMessages.choose)) : undefined}
          value={typed ?? single?.label ?? ''}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && at >= 0 ? `${id}-list-${at}` : undefined}
          {...focusWhenShown(initialFocus)}
          aria-invalid={invalid || undefined}
          aria-required={required || undefined}
          aria-describedby={
            [error !== undefined && `${id}-error`, help !== undefined && `${id}-help`, describedBy].filter(Boolean).join(' ') || undefined
          }
          onFocus={event => single && event.currentTarget.select()}
          onChange={event => {
            setTyped(event.currentTarget.value)
            mark(allowText || event.currentTarget.value.trim() === '' ? -1 : 0)
            show()
          }}
          onKeyDown={onKeyDown}
          onBlur={leave}
        />
        {single && !disabled && (
          <RemoveButton label={words(uiMessages.removeOption, { name: single.label })} onRemove={() => remove(single.value)} />
        )}
        <IconSelector size={16} aria-hidden className={styles.arrow} />
      </div>
      <AnchoredOverlay
        anchor={field}
        open={open}
        onClose={leave}
        width="target"
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
            options={options}
            text={typed ?? ''}
            active={at}
            multiple={multiple}
            isChosen={isChosen}
            isDisabled={isDisabled}
            onActive={index => {
              setActive(index)
              setPointed(true)
            }}
            onChoose={choose}
          />
        )}
      </AnchoredOverlay>
      {help !== undefined && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
