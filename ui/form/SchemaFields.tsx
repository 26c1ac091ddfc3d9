import { Button, Radio, Switch, Textarea, TextInput } from '../primitives.ts'
import { RemoveButton } from '../RemoveButton.tsx'
import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import {
  maxLengthOf,
  mistakeIn,
  type FormField,
  type NumberFormField,
  type RowsFormField,
  type SchemaFormProps,
  type TextFormField,
} from './form-schema.ts'
import styles from './SchemaFields.module.css'

/** The fields of a form, in the order of its schema. */
export function SchemaFields({ schema, values, onChange }: SchemaFormProps) {
  return (
    <div className={styles.fields}>
      {Object.entries(schema.properties).map(([name, field]) => (
        <Field key={name} field={field} value={values[name]} onChange={value => onChange({ ...values, [name]: value })} />
      ))}
    </div>
  )
}

function Field({ field, value, onChange }: { field: FormField; value: unknown; onChange: (value: unknown) => void }) {
  const text = useText()
  if (field.type === 'boolean') {
    return (
      <Switch
        label={text(field.title)}
        description={field.description && text(field.description)}
        checked={value === true}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    )
  }
  if (field.type === 'integer') return <NumberInput field={field} value={value as number} onChange={onChange} />
  if (field.type === 'array') return <Rows field={field} rows={value as Row[]} onChange={onChange} />
  return <TextValue field={field} value={value as string} onChange={onChange} />
}

function NumberInput({ field, value, onChange }: { field: NumberFormField; value: number; onChange: (value: number) => void }) {
  const text = useText()
  const isWrong = mistakeIn(field, value) !== undefined
  return (
    <TextInput
      type="number"
      label={text(field.title)}
      description={field.description && text(field.description)}
      min={field.minimum}
      max={field.maximum}
      value={Number.isNaN(value) ? '' : value}
      error={isWrong && text(uiMessages.formRange, { min: field.minimum, max: field.maximum })}
      onChange={event => onChange(event.currentTarget.valueAsNumber)}
    />
  )
}

function TextValue({ field, value, onChange }: { field: TextFormField; value: string; onChange: (value: string) => void }) {
  const text = useText()
  const mistake = mistakeIn(field, value)
  const words = { address: uiMessages.formAddress, zone: uiMessages.formZone, range: uiMessages.formAddress, length: uiMessages.formLength }
  const shared = {
    label: text(field.title),
    description: field.description && text(field.description),
    value,
    error: mistake && text(words[mistake]),
  }
  if (field.enum) {
    return (
      <Radio.Group {...shared} onChange={onChange}>
        <div className={styles.choices}>
          {field.enum.map((choice, index) => (
            <Radio key={choice} value={choice} label={text(field.enumTitles?.[index] ?? choice)} />
          ))}
        </div>
      </Radio.Group>
    )
  }
  const typed = {
    ...shared,
    maxLength: maxLengthOf(field),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  return field.format === 'multi-line' ? <Textarea {...typed} autosize={false} rows={8} /> : <TextInput {...typed} />
}

type Row = Readonly<Record<string, string>>

function Rows({ field, rows, onChange }: { field: RowsFormField; rows: readonly Row[]; onChange: (rows: readonly Row[]) => void }) {
  const text = useText()
  const columns = Object.entries(field.items.properties)
  const empty = Object.fromEntries(columns.map(([name, own]) => [name, own.default ?? '']))
  return (
    <fieldset className={styles.rows}>
      <legend className={styles.legend}>{text(field.title)}</legend>
      {field.description && <p className={styles.help}>{text(field.description)}</p>}
      {rows.map((row, index) => (
        // Rows have no name of their own, and are only ever changed in place.
        <div key={index} className={styles.row}>
          {columns.map(([name, own]) => (
            <TextValue
              key={name}
              field={own}
              value={row[name] ?? ''}
              onChange={value => onChange(rows.map((each, at) => (at === index ? { ...each, [name]: value } : each)))}
            />
          ))}
          <RemoveButton
            label={text(uiMessages.formRemoveRow, { row: index + 1 })}
            onRemove={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {rows.length < field.maxItems && (
        <Button variant="default" size="xs" onClick={() => onChange([...rows, empty])}>
          {text(uiMessages.formAddRow)}
        </Button>
      )}
    </fieldset>
  )
}
