import { OverlayTarget } from '@portico/ui'
import { useState, type ReactNode } from 'react'
import styles from './outside.module.css'
import type { Outside } from './outside.ts'

/** The element around what plugins from outside draw. Their menus and dialogs, which stand elsewhere in the page, get one too. */
export function createScope(ids: ReadonlySet<string>): Outside['Scope'] {
  const targets = new Map<string, HTMLElement>()

  function targetOf(plugin: string): HTMLElement {
    const target = targets.get(plugin) ?? document.createElement('div')
    target.dataset['plugin'] = plugin
    if (!target.isConnected) document.body.append(target)
    targets.set(plugin, target)
    return target
  }

  function OutsideScope({ plugin, children }: { plugin: string; children: ReactNode }) {
    const [target] = useState(() => targetOf(plugin))
    return (
      <div data-plugin={plugin} className={styles.scope}>
        <OverlayTarget element={target}>{children}</OverlayTarget>
      </div>
    )
  }

  return function Scope({ plugin, children }) {
    return ids.has(plugin) ? <OutsideScope plugin={plugin}>{children}</OutsideScope> : children
  }
}
