import { textOf } from '@portico/core/common'
import { useText } from '@portico/core/web'
import { ActionIcon, Button } from '@portico/ui'
import { getUiOptions, type ArrayFieldItemTemplateProps, type ArrayFieldTemplateProps } from '@rjsf/utils'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import type { ReactNode } from 'react'
import { formMessages } from '../../messages.ts'
import { FieldText } from './FieldFrame.tsx'
import styles from './theme.module.css'

/** A list: its items, and a button that adds one. */
export function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { fieldPathId, title, schema, uiSchema, items, canAdd = false, disabled, readonly, required, onAddClick } = props
  const text = useText()
  const { title: shown = title, description = schema.description } = getUiOptions(uiSchema)
  return (
    <fieldset className={styles.list} id={fieldPathId.$id}>
      <legend className={styles.legend}>
        {shown}
        {required && (
          <span className={styles.required} aria-hidden>
            *
          </span>
        )}
      </legend>
      <FieldText id={`${fieldPathId.$id}__description`} text={textOf(description)} />
      {items.length > 0 && <div className={styles.items}>{items}</div>}
      {canAdd && (
        <div className={styles.add}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={disabled === true || readonly === true}
            onClick={onAddClick}
          >
            {text(formMessages.addItem, { title: shown })}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** One item of a list, and what can be done with it. */
export function ArrayFieldItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, buttonsProps: buttons, hasToolbar, index, schema, parentUiSchema } = props
  const text = useText()
  const name = `${textOf(schema.title) ?? textOf(getUiOptions(parentUiSchema).title) ?? ''} ${index + 1}`.trim()
  const isOff = buttons.disabled === true || buttons.readonly === true
  const button = (label: string, icon: ReactNode, onClick: () => void, isShown: boolean, isDisabled = false) =>
    isShown && (
      <ActionIcon aria-label={label} title={label} disabled={isOff || isDisabled} onClick={onClick}>
        {icon}
      </ActionIcon>
    )
  const canMove = buttons.hasMoveUp || buttons.hasMoveDown
  return (
    <div className={styles.item} role="group" aria-label={name}>
      <div className={styles.itemContent}>{children}</div>
      {hasToolbar && (
        <div className={styles.itemButtons}>
          {button(
            text(formMessages.moveUp, { name }),
            <IconArrowUp size={16} aria-hidden />,
            buttons.onMoveUpItem,
            canMove,
            !buttons.hasMoveUp,
          )}
          {button(
            text(formMessages.moveDown, { name }),
            <IconArrowDown size={16} aria-hidden />,
            buttons.onMoveDownItem,
            canMove,
            !buttons.hasMoveDown,
          )}
          {button(text(formMessages.copyItem, { name }), <IconCopy size={16} aria-hidden />, buttons.onCopyItem, buttons.hasCopy)}
          {button(text(formMessages.removeItem, { name }), <IconTrash size={16} aria-hidden />, buttons.onRemoveItem, buttons.hasRemove)}
        </div>
      )}
    </div>
  )
}
