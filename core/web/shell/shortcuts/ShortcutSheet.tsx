import { Dialog, Switch, useText } from '@portico/ui'
import { Fragment } from 'react'
import { shellMessages } from '../../messages.ts'
import { useObservable } from '../../observable.ts'
import { keyCaps, type Shortcut, type Shortcuts } from './shortcuts.ts'
import styles from './ShortcutSheet.module.css'

const groups = [
  { id: 'general', title: shellMessages.shortcutsGeneral },
  { id: 'here', title: shellMessages.shortcutsHere },
  { id: 'pages', title: shellMessages.shortcutsPages },
] as const

/** All active shortcuts, and the switch for those of a single key. A lazy chunk. */
export function ShortcutSheet({ shortcuts, onClose }: { shortcuts: Shortcuts; onClose: () => void }) {
  const text = useText()
  const all = useObservable(shortcuts.all)
  const on = useObservable(shortcuts.singleKeys)
  return (
    <Dialog open onClose={onClose} title={text(shellMessages.shortcuts)} size="medium">
      <div className={styles.groups}>
        {groups
          .map(group => ({ ...group, listed: all.filter(shortcut => shortcut.group === group.id) }))
          .filter(({ listed }) => listed.length > 0)
          .map(({ id, title, listed }) => (
            <section key={id} aria-label={text(title)}>
              <h3 className={styles.title}>{text(title)}</h3>
              <dl className={styles.list}>
                {listed.map(shortcut => (
                  <Row key={shortcut.keys} shortcut={shortcut} isMac={shortcuts.isMac} />
                ))}
              </dl>
            </section>
          ))}
      </div>
      <Switch
        className={styles.switch}
        checked={on}
        onChange={event => shortcuts.setSingleKeys(event.currentTarget.checked)}
        label={text(shellMessages.shortcutsOn)}
        description={text(shellMessages.shortcutsOnHint)}
      />
    </Dialog>
  )
}

function Row({ shortcut: { keys, label }, isMac }: { shortcut: Shortcut; isMac: boolean }) {
  const text = useText()
  return (
    <div className={styles.row}>
      <dt>{text(label)}</dt>
      <dd className={styles.keys}>
        {keyCaps(keys, isMac).map((step, index) => (
          <Fragment key={index}>
            {index > 0 && <span className={styles.then}>{text(shellMessages.shortcutThen)}</span>}
            {step.map(cap => (
              <kbd key={cap} className={styles.key}>
                {cap}
              </kbd>
            ))}
          </Fragment>
        ))}
      </dd>
    </div>
  )
}
