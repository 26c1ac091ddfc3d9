import IconLifebuoy from '@tabler/icons-react/dist/esm/icons/IconLifebuoy.mjs'
import { useId, useRef, useState, type ReactNode } from 'react'
import { AnchoredOverlay } from './AnchoredOverlay.tsx'
import { isSafeAddress, Link } from './Link.tsx'
import { uiMessages } from './messages.ts'
import { Button } from './primitives.ts'
import styles from './SupportPanel.module.css'
import { useText } from './text.tsx'

export interface SupportItem {
  readonly title: string
  readonly icon?: ReactNode
  readonly links: readonly { readonly url: string; readonly title?: string | undefined }[]
}

export interface SupportButtonProps {
  /** Where to find help. Empty: one item that says how to configure them. */
  readonly items: readonly SupportItem[]
  /** Documentation of the configuration, for when there are no items. */
  readonly configurationUrl: string
  /** Words above the items, about this page. */
  readonly children?: ReactNode
}

/** A button that opens a list of where to find help. */
export function SupportButton({ items, configurationUrl, children }: SupportButtonProps) {
  const text = useText()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const shown =
    items.length > 0
      ? items
      : [{ title: text(uiMessages.supportNotConfigured), links: [{ url: configurationUrl, title: text(uiMessages.supportHowTo) }] }]
  return (
    <>
      <Button
        ref={button}
        id={id}
        variant="default"
        size="xs"
        leftSection={<IconLifebuoy size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {text(uiMessages.support)}
      </Button>
      <AnchoredOverlay
        anchor={button}
        id={id}
        open={open}
        onClose={() => setOpen(false)}
        position="bottom-end"
        width={300}
        trapFocus
        className={styles.panel}
        label={text(uiMessages.support)}
      >
        {children && <div className={styles.about}>{children}</div>}
        <ul className={styles.items}>
          {shown.map(({ title, icon, links }, index) => (
            <li key={index} className={styles.item}>
              <span className={styles.icon}>{icon ?? <IconLifebuoy size={18} aria-hidden />}</span>
              <div className={styles.words}>
                <p className={styles.title}>{title}</p>
                <ul className={styles.links}>
                  {links.filter(isFollowable).map(link => (
                    <li key={link.url}>
                      <Link to={link.url}>{link.title ?? link.url}</Link>
                    </li>
                  ))}
                </ul>
              </div>
            </li>
          ))}
        </ul>
      </AnchoredOverlay>
    </>
  )
}

function isFollowable({ url }: { url: string }): boolean {
  return isSafeAddress(url)
}
