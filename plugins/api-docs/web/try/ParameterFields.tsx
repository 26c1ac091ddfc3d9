import { exampleOf, parameterKey, type Parameter } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { Select, TextInput } from '@portico/ui'
import { tryMessages } from './messages.ts'
import styles from './Try.module.css'

interface ParameterFieldsProps {
  readonly parameters: readonly Parameter[]
  readonly values: Readonly<Record<string, string>>
  /** Those that must be filled in before it is sent. */
  readonly missing: readonly Parameter[]
  readonly onChange: (key: string, value: string) => void
}

/** A field for each parameter. What is left empty is not sent. */
export function ParameterFields({ parameters, values, missing, onChange }: ParameterFieldsProps) {
  const text = useText()
  if (parameters.length === 0) return <></>
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{text(tryMessages.parameters)}</legend>
      <div className={styles.fields}>
        {parameters.map(parameter => (
          <ParameterField
            key={parameterKey(parameter)}
            parameter={parameter}
            value={values[parameterKey(parameter)] ?? ''}
            isMissing={missing.includes(parameter)}
            onChange={value => onChange(parameterKey(parameter), value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface ParameterFieldProps {
  readonly parameter: Parameter
  readonly value: string
  readonly isMissing: boolean
  readonly onChange: (value: string) => void
}

function ParameterField({ parameter, value, isMissing, onChange }: ParameterFieldProps) {
  const text = useText()
  const { name, in: where, schema } = parameter
  const isRequired = parameter.isRequired || where === 'path'
  const types = schema?.types ?? []
  const choices = toChoices(parameter)
  if (choices) {
    const none = isRequired ? [] : [{ value: '', label: text(tryMessages.notSent) }]
    return <Select label={`${name} (${where})`} value={value} options={[...none, ...choices]} onChange={onChange} />
  }
  const hint = types.includes('array') ? text(tryMessages.listHint) : types.includes('object') ? text(tryMessages.objectHint) : undefined
  return (
    <TextInput
      label={`${name} (${where})`}
      withAsterisk={isRequired}
      aria-required={isRequired}
      description={hint}
      placeholder={isRequired ? undefined : exampleOf(parameter)}
      value={value}
      error={isMissing ? text(tryMessages.required) : undefined}
      spellCheck={false}
      autoComplete="off"
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

const maxChoices = 200

function toChoices({ schema }: Parameter) {
  const values = schema?.types?.includes('boolean') ? [true, false] : schema?.enum
  if (!values?.length || values.length > maxChoices) return undefined
  const texts = values.filter(each => each !== null).map(each => (typeof each === 'string' ? each : JSON.stringify(each)))
  return texts.map(each => ({ value: each, label: each }))
}
