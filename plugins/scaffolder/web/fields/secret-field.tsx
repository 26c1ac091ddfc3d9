import { focusWhenShown, Input } from '@portico/ui'
import type { FormFieldModule, FormFieldProps } from '../form/form-field.ts'
import { useFormSecrets } from '../form/form-values.tsx'

const maskLength = 6

/** Stars instead of a text: as many whatever the text is, within what the schema allows, unless the text itself is too short or too long. */
function maskOf(text: string, { minLength, maxLength }: FormFieldProps['schema']): string {
  const [min, max] = [typeof minLength === 'number' ? minLength : 0, typeof maxLength === 'number' ? maxLength : Infinity]
  const isWrong = text.length < min || text.length > max
  return '*'.repeat(isWrong ? text.length : Math.min(Math.max(maskLength, min), max))
}

/** The answer is a mask: only the secrets hold the text. */
function SecretView(props: FormFieldProps<string>) {
  const { schema, id, describedBy, name, onChange, required, disabled, invalid, initialFocus, placeholder } = props
  const { secrets, setSecret } = useFormSecrets()
  return (
    <Input
      id={id}
      attributes={{ input: { 'aria-describedby': describedBy } }}
      type="password"
      autoComplete="off"
      value={secrets[name] ?? ''}
      onChange={event => {
        const text = event.currentTarget.value
        setSecret(name, text === '' ? undefined : text)
        onChange(text === '' ? undefined : maskOf(text, schema))
      }}
      required={required}
      disabled={disabled}
      error={invalid}
      {...focusWhenShown(initialFocus)}
      placeholder={placeholder}
    />
  )
}

/** A secret, which steps read as `secrets.<name>`. */
export const secretField: FormFieldModule = { View: SecretView, valueSchema: { type: 'string' } }
