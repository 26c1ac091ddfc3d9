import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { createContext, use, type AnchorHTMLAttributes, type ReactNode } from 'react'
import styles from './Link.module.css'
import { uiMessages } from './messages.ts'
import { useText } from './text.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { readonly to: string }

/** How links that React does not render, such as those in a text, navigate inside the portal. */
export interface LinkNavigation {
  /** The full address of a path. */
  readonly toHref: (to: string) => string
  /** Goes there without a page load. `label` is what the link says; its address by default. */
  readonly follow: (to: string, label?: string) => void
}

type RenderAnchor = (props: AnchorProps) => ReactNode

function renderPlain({ to, children, ...rest }: AnchorProps) {
  return (
    <a href={to} {...rest}>
      {children}
    </a>
  )
}

const RenderInner = createContext<RenderAnchor>(renderPlain)
const plainNavigation: LinkNavigation = { toHref: to => to, follow: to => window.location.assign(to) }
const UseNavigation = createContext(() => plainNavigation)

export interface LinkProviderProps {
  /** Draws a link inside the portal. */
  readonly render: RenderAnchor
  /** A hook; inherited from the outer provider by default. */
  readonly useNavigation?: () => LinkNavigation
  readonly children: ReactNode
}

/** Gives links inside the portal the router's own anchor, which changes the page without a reload. Keep `render` and `useNavigation` the same. */
export function LinkProvider({ render, useNavigation, children }: LinkProviderProps) {
  const outer = use(UseNavigation)
  return (
    <UseNavigation value={useNavigation ?? outer}>
      <RenderInner value={render}>{children}</RenderInner>
    </UseNavigation>
  )
}

/** The navigation of the portal around. */
export function useLinkNavigation(): LinkNavigation {
  const useNavigation = use(UseNavigation)
  return useNavigation()
}

/** Whether an address cannot run a script: no `javascript:`, `data:`, `vbscript:` and the like. */
export function isSafeAddress(address: string): boolean {
  // Browsers skip control characters and blanks when they read a scheme, so they must not hide one here.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\u0000-\u0020\u007f-\u009f]+/g, ''))?.[1]
  return scheme === undefined || ['http', 'https', 'mailto', 'tel', 'ftp', 'sms', 'slack', 'msteams'].includes(scheme.toLowerCase())
}

/** Whether an address leads out of the portal. */
export function isExternalAddress(address: string): boolean {
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address)
}

export interface LinkProps extends AnchorProps {
  readonly children: ReactNode
  /** Leaves out the icon of an external link. */
  readonly plain?: boolean
}

/** A link. Addresses that would run a script are shown as plain text. */
export function Link({ to, children, plain = false, className, ...rest }: LinkProps) {
  const text = useText()
  const renderInner = use(RenderInner)
  if (!isSafeAddress(to)) return <span className={className}>{children}</span>
  const classes = [styles.link, className].filter(Boolean).join(' ')
  if (!isExternalAddress(to)) return renderInner({ to, className: classes, children, ...rest })
  if (!/^(https?:)?\/\//i.test(to)) {
    return (
      <a href={to} className={classes} {...rest}>
        {children}
      </a>
    )
  }
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" className={classes} {...rest}>
      {children}
      {!plain && <IconExternalLink size={13} aria-hidden className={styles.out} />}
      <VisuallyHidden> {text(uiMessages.opensNewTab)}</VisuallyHidden>
    </a>
  )
}
