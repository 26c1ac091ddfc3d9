import { Autocomplete, Checkbox, fromList, MultiSelect, Radio, type Option } from '@portico/ui'
import { deepEquals, type EnumOptionsType, type WidgetProps } from '@rjsf/utils'
import { useMemo } from 'react'
import { describedBy } from './FieldFrame.tsx'
import styles from './theme.module.css'

/** Options are kept by their index: their values may be of any type. */
function useEnumOptions({ options: { enumOptions, enumDisabled } }: WidgetProps) {
  return useMemo(() => {
    const all: readonly EnumOptionsType[] = Array.isArray(enumOptions) ? enumOptions : []
    const disabled: readonly unknown[] = Array.isArray(enumDisabled) ? enumDisabled : []
    const options = all.map(({ label, value, schema }, index) => ({
      value: String(index),
      label,
      ...(schema?.description !== undefined && { hint: schema.description }),
      isDisabled: disabled.some(each => deepEquals(each, value)),
    }))
    return { all, options, load: fromList(options.filter(({ isDisabled }) => !isDisabled)) }
  }, [enumOptions, enumDisabled])
}

const isAt = (all: readonly EnumOptionsType[], value: unknown) => all.findIndex(each => deepEquals(each.value, value))

/** One or several of a list, found by typing. */
export function SelectWidget(props: WidgetProps) {
  const {
    id,
    label,
    value,
    multiple = false,
    required = false,
    disabled,
    readonly,
    autofocus = false,
    placeholder,
    rawErrors,
    onChange,
  } = props
  const { all, options, load } = useEnumOptions(props)
  const shared = {
    id,
    label,
    load,
    required,
    disabled: disabled === true || readonly === true,
    initialFocus: autofocus,
    describedBy: describedBy(id),
    invalid: (rawErrors?.length ?? 0) > 0,
    ...(placeholder !== undefined && placeholder !== '' && { placeholder }),
  }
  const optionOf = (chosen: unknown): Option | undefined => options[isAt(all, chosen)] ?? unlisted(chosen)
  if (multiple) {
    const values = (Array.isArray(value) ? (value as unknown[]) : []).flatMap(each => optionOf(each) ?? [])
    return <MultiSelect {...shared} values={values} onChange={chosen => onChange(chosen.map(each => all[Number(each.value)]?.value))} />
  }
  return (
    <Autocomplete
      {...shared}
      value={optionOf(value)}
      onChange={chosen => onChange(chosen ? all[Number(chosen.value)]?.value : props.options.emptyValue)}
    />
  )
}

/** A value that is none of the options is shown as it is; the check says that it does not fit. */
function unlisted(value: unknown): Option | undefined {
  return value === undefined || value === null ? undefined : { value: 'unlisted', label: String(value) }
}

/** One of a few, all in view. */
export function RadioWidget(props: WidgetProps) {
  const { id, label, value, required = false, disabled, readonly, onChange } = props
  const { all, options } = useEnumOptions(props)
  return (
    <Radio.Group
      aria-label={label}
      aria-describedby={describedBy(id)}
      required={required}
      value={String(isAt(all, value))}
      onChange={chosen => onChange(all[Number(chosen)]?.value)}
    >
      <div className={`${styles.choices} ${props.options.inline === true ? styles.inline : ''}`}>
        {options.map(option => (
          <Radio
            key={option.value}
            value={option.value}
            label={option.label}
            disabled={disabled === true || readonly === true || option.isDisabled}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

/** Any of a few, all in view. */
export function CheckboxesWidget(props: WidgetProps) {
  const { value, disabled, readonly, onChange } = props
  const { all, options } = useEnumOptions(props)
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const isChosen = (each: unknown) => chosen.some(other => deepEquals(other, each))
  return (
    <div className={`${styles.choices} ${props.options.inline === true ? styles.inline : ''}`}>
      {options.map((option, index) => {
        const own: unknown = all[index]?.value
        return (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={isChosen(own)}
            disabled={disabled === true || readonly === true || option.isDisabled}
            // In the order of the options, whatever was ticked first.
            onChange={event => {
              const on = event.currentTarget.checked
              onChange(all.map(each => each.value as unknown).filter(each => (deepEquals(each, own) ? on : isChosen(each))))
            }}
          />
        )
      })}
    </div>
  )
}

/** Yes or no. */
export function CheckboxWidget({ id, label, value, required = false, disabled, readonly, onChange }: WidgetProps) {
  return (
    <Checkbox
      id={id}
      label={
        <span>
          {label}
          {required && (
            <span className={styles.required} aria-hidden>
              *
            </span>
          )}
        </span>
      }
      checked={value === true}
      disabled={disabled === true || readonly === true}
      aria-describedby={describedBy(id)}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  )
}

/** A number between two others. */
export function RangeWidget({ id, value, schema, required, disabled, readonly, onChange }: WidgetProps) {
  return (
    <div className={styles.range}>
      <input
        id={id}
        type="range"
        min={schema.minimum ?? 0}
        max={schema.maximum ?? 100}
        step={schema.multipleOf ?? (schema.type === 'integer' ? 1 : 'any')}
        value={typeof value === 'number' ? value : (schema.minimum ?? 0)}
        required={required}
        disabled={disabled === true || readonly === true}
        aria-describedby={describedBy(id)}
        onChange={event => onChange(Number(event.currentTarget.value))}
      />
      <output htmlFor={id} className={styles.rangeValue}>
        {typeof value === 'number' ? value : '–'}
      </output>
    </div>
  )
}

/** A colour. */
export function ColorWidget({ id, value, disabled, readonly, onChange }: WidgetProps) {
  return (
    <input
      id={id}
      type="color"
      className={styles.colour}
      value={typeof value === 'string' ? value : '#000000'}
      disabled={disabled === true || readonly === true}
      aria-describedby={describedBy(id)}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

/** A value that is not shown. */
export function HiddenWidget() {
  return undefined
}
