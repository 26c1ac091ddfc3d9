import { focusWhenShown, Input } from '@portico/ui'
import { examplesId, getInputProps, type BaseInputTemplateProps, type WidgetProps } from '@rjsf/utils'
import { describedBy } from './FieldFrame.tsx'

/** A text field of any type: text, number, date, password. */
export function BaseInputTemplate(props: BaseInputTemplateProps) {
  const { id, value, schema, type, options, required, disabled, readonly, autofocus, placeholder, rawErrors, onChange, onBlur, onFocus } =
    props
  const { type: inputType, step, min, max } = getInputProps(schema, type, options)
  const examples = Array.isArray(schema.examples) ? schema.examples.map(String) : []
  return (
    <>
      <Input
        id={id}
        name={id}
        type={inputType === 'number' ? 'text' : inputType}
        {...(inputType === 'number' && { inputMode: 'decimal' as const })}
        {...(inputType !== 'number' && { step, min, max })}
        value={value === undefined || value === null ? '' : String(value)}
        required={required === true}
        disabled={disabled === true}
        readOnly={readonly === true}
        {...focusWhenShown(autofocus)}
        placeholder={placeholder ?? ''}
        error={(rawErrors?.length ?? 0) > 0}
        autoComplete={typeof options['autocomplete'] === 'string' ? options['autocomplete'] : 'off'}
        {...(examples.length > 0 && { list: examplesId(id) })}
        // What describes the field stands outside of it, where the library does not look.
        attributes={{ input: { 'aria-describedby': describedBy(id) } }}
        onChange={event => onChange(event.currentTarget.value === '' ? options.emptyValue : event.currentTarget.value)}
        onBlur={event => onBlur(id, event.currentTarget.value)}
        onFocus={event => onFocus(id, event.currentTarget.value)}
      />
      {examples.length > 0 && (
        <datalist id={examplesId(id)}>
          {examples.map(example => (
            <option key={example} value={example}>
              {example}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

/** A field for a longer text. */
export function TextareaWidget(props: WidgetProps) {
  const { id, value, options, required, disabled, readonly, autofocus, placeholder, rawErrors, onChange, onBlur, onFocus } = props
  return (
    <Input
      component="textarea"
      multiline
      id={id}
      name={id}
      value={typeof value === 'string' ? value : ''}
      rows={typeof options.rows === 'number' ? options.rows : 5}
      required={required === true}
      disabled={disabled === true}
      readOnly={readonly === true}
      {...focusWhenShown(autofocus)}
      placeholder={placeholder ?? ''}
      error={(rawErrors?.length ?? 0) > 0}
      attributes={{ input: { 'aria-describedby': describedBy(id) } }}
      onChange={event => onChange(event.currentTarget.value === '' ? options.emptyValue : event.currentTarget.value)}
      onBlur={event => onBlur(id, event.currentTarget.value)}
      onFocus={event => onFocus(id, event.currentTarget.value)}
    />
  )
}

function inputOf(type?: string) {
  return function InputWidget(props: WidgetProps) {
    return <BaseInputTemplate {...props} {...(type !== undefined && { type })} />
  }
}

export const TextWidget = inputOf()
export const PasswordWidget = inputOf('password')
export const EmailWidget = inputOf('email')
export const UrlWidget = inputOf('url')
export const DateWidget = inputOf('date')
export const TimeWidget = inputOf('time')

/** A moment: shown in the local time, kept in UTC. */
export function DateTimeWidget(props: WidgetProps) {
  const { value, onChange } = props
  return (
    <BaseInputTemplate
      {...props}
      type="datetime-local"
      value={toLocal(value)}
      onChange={(typed: string | undefined) => onChange(typed === undefined ? undefined : new Date(typed).toISOString())}
    />
  )
}

function toLocal(value: unknown): string {
  const moment = typeof value === 'string' ? new Date(value) : undefined
  if (!moment || Number.isNaN(moment.getTime())) return ''
  const pad = (part: number) => String(part).padStart(2, '0')
  const day = `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`
  return `${day}T${pad(moment.getHours())}:${pad(moment.getMinutes())}`
}
