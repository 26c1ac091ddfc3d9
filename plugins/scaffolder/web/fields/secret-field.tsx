import { focusWhenShown, Input } from '@portico/ui'
import type { FormFieldModule, FormFieldProps } from '../form/form-field.ts'
import { useFormSecrets } from '../form/form-values.tsx'

/** The answer is as many stars: only the secrets hold the text. */
function SecretView(props: FormFieldProps<string>) {
  const { id, describedBy, name, onChange, required, disabled, invalid, initialFocus, placeholder } = props
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
        onChange(text === '' ? undefined : '*'.repeat(text.length))
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
