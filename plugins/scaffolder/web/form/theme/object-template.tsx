import { textOf } from '@portico/core/common'
import { useText } from '@portico/core/web'
import { Button } from '@portico/ui'
import { canExpand, type ObjectFieldTemplateProps } from '@rjsf/utils'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useDeferredValue } from 'react'
import { formMessages } from '../../messages.ts'
import { FieldText } from './FieldFrame.tsx'
import styles from './theme.module.css'

/** More than a screen shows. A longer form is drawn in two parts, so that its first fields need not wait for its last. */
const drawnFirst = 20

/** The fields of an object. Those of the page itself stand alone; others are a group with a title. */
export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { fieldPathId, title, description, properties, schema, uiSchema, formData, disabled, readonly, onAddProperty } = props
  const text = useText()
  const isPage = fieldPathId.path.length === 0
  const isWhole = useDeferredValue(true, false)
  if ((schema.oneOf ?? schema.anyOf) && !schema.properties && properties.length === 0) return undefined
  const content = (
    <div className={styles.fields}>
      {(isWhole ? properties : properties.slice(0, drawnFirst)).map(property => property.content)}
      {canExpand(schema, uiSchema, formData) && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={disabled === true || readonly === true}
            onClick={onAddProperty}
          >
            {text(formMessages.addProperty)}
          </Button>
        </div>
      )}
    </div>
  )
  if (isPage) return content
  return (
    <fieldset className={styles.object} id={fieldPathId.$id}>
      {title !== '' && <legend className={styles.legend}>{title}</legend>}
      <FieldText id={`${fieldPathId.$id}__description`} text={textOf(description)} />
      {content}
    </fieldset>
  )
}
