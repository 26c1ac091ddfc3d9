import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useEffect, useEffectEvent, useRef } from 'react'
import { uiMessages } from '../messages.ts'
import { Button, Loader } from '../primitives.ts'
import { useDelayed } from '../Progress.tsx'
import { useRowWindow } from '../rows/use-row-window.ts'
import { useText } from '../text.tsx'
import styles from './Picker.module.css'
import type { Option } from './options.ts'
import type { useOptions } from './use-options.ts'

const optionHeight = 36

export interface OptionListProps {
  readonly id: string
  readonly label: string
  readonly options: Pick<ReturnType<typeof useOptions>, 'items' | 'status' | 'cursor' | 'loadMore' | 'retry'>
  readonly text: string
  readonly active: number
  readonly multiple: boolean
  readonly isChosen: (option: Option) => boolean
  readonly isDisabled: (option: Option) => boolean
  readonly onActive: (index: number) => void
  readonly onChoose: (option: Option) => void
}

/** The open list of a picker. Only what is in view is drawn; its end loads more. */
export function OptionList({ id, label, options, text, active, multiple, isChosen, isDisabled, onActive, onChoose }: OptionListProps) {
  const words = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const { items, status, cursor, loadMore, retry } = options
  const { first, end, before, after, scrollTo } = useRowWindow({ count: items.length, rowHeight: optionHeight, scroller, overscan: 8 })
  const slow = useDelayed(status === 'loading' || status === 'more')
  // Only moving the active option scrolls: more options arriving must not.
  const scrollToActive = useEffectEvent(() => active >= 0 && scrollTo(active))
  useEffect(() => void scrollToActive(), [active])
  useEffect(() => {
    if (end >= items.length - 5) loadMore()
  }, [end, items.length, loadMore])
  const none = items.length === 0 && status === 'ready'
  return (
    <>
      <div
        ref={scroller}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        aria-busy={status === 'loading' || undefined}
        tabIndex={-1}
        className={`${styles.list} ${status === 'loading' && items.length > 0 ? styles.stale : ''}`}
      >
        <div style={{ height: before }} role="presentation" />
        {items.slice(first, end).map((option, offset) => {
          const index = first + offset
          const chosen = isChosen(option)
          return (
            // The field keeps the focus and has the keys; the list is for the pointer.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
            <div
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={chosen}
              aria-disabled={isDisabled(option) || undefined}
              aria-posinset={index + 1}
              aria-setsize={cursor === undefined ? items.length : -1}
              tabIndex={-1}
              title={option.hint === undefined ? option.label : `${option.label} (${option.hint})`}
              className={`${styles.option} ${index === active ? styles.active : ''}`}
              onMouseDown={event => event.preventDefault()}
              onMouseMove={() => index !== active && onActive(index)}
              onClick={() => onChoose(option)}
            >
              <span className={styles.label} lang={option.lang}>
                {option.label}
              </span>
              {option.hint !== undefined && <span className={styles.hint}>{option.hint}</span>}
              {chosen && <IconCheck size={16} aria-hidden className={styles.check} />}
            </div>
          )
        })}
        <div style={{ height: after }} role="presentation" />
      </div>
      <div role="status" className={styles.state}>
        {none && words(text === '' ? uiMessages.noOptions : uiMessages.nothingFound)}
        {slow && (
          <>
            <Loader size={14} aria-hidden /> {words(status === 'more' ? uiMessages.loadingMore : uiMessages.loading)}
          </>
        )}
        {status === 'failed' && (
          <>
            <span className={styles.failed}>{words(uiMessages.optionsFailed)}</span>
            <Button size="compact-xs" variant="default" onMouseDown={event => event.preventDefault()} onClick={retry}>
              {words(uiMessages.retry)}
            </Button>
          </>
        )}
      </div>
    </>
  )
}
