import { useStored, useText } from '@portico/core/web'
import { languageAt, type DocsPage, type DocsParams, type DocsSite, type DocsSiteInfo } from '@portico/techdocs/common'
import { ActionIcon, Drawer, Select } from '@portico/ui'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import { useState, type ReactNode } from 'react'
import { techdocsMessages } from '../messages.ts'
import { NavTree, type NavTreeProps } from './NavTree.tsx'
import { ContentsList, hasContents, type PageContentsProps } from './PageContents.tsx'
import styles from './ReaderTools.module.css'
import { SiteSearch } from './SiteSearch.tsx'
import { toAddress } from './site-model.ts'
import { SwitchMenu } from './SwitchMenu.tsx'
import { useVersionLinks } from './use-version-links.ts'

const sizes = [90, 100, 115, 130, 150] as const

interface ReaderToolsProps {
  readonly tree: NavTreeProps
  readonly site: DocsSite
  /** Where one is in the site. */
  readonly current: string
  readonly info: DocsSiteInfo
  readonly page: DocsPage | undefined
  /** Of the page; undefined where it has none. */
  readonly contents: PageContentsProps | undefined
  readonly about: ReactNode
}

/** Search in the site and the size of the text; the pages and the contents too, where there is no room for them beside the text. */
export function ReaderTools({ tree, site, current, info, page, contents, about }: ReaderToolsProps) {
  const text = useText()
  const { params, base } = tree
  const switches = (
    <>
      <VersionSwitch params={params} info={info} base={base} current={current} />
      <LanguageSwitch site={site} page={page} base={base} current={current} />
    </>
  )
  return (
    <ToolLine>
      <div className={styles.switches}>{switches}</div>
      <div className={styles.search}>
        <SiteSearch params={params} title={site.name} base={base} language={languageAt(site, current)?.locale} version={info.version} />
      </div>
      <div className={styles.size}>
        <TextSize />
      </div>
      {contents && hasContents(contents.headings) && (
        <div className={styles.contents}>
          <DrawerButton at={current} label={text(techdocsMessages.onThisPage)} Icon={IconList}>
            {close => <ContentsList {...contents} onOpen={close} />}
          </DrawerButton>
        </div>
      )}
      <div className={styles.pages}>
        <DrawerButton at={current} label={text(techdocsMessages.showNavigation)} title={site.name} Icon={IconMenu2}>
          {() => (
            <>
              {about !== undefined && <div className={styles.about}>{about}</div>}
              <div className={styles.drawerSwitches}>{switches}</div>
              <NavTree {...tree} />
              <div className={styles.drawerSize}>
                <TextSize />
              </div>
            </>
          )}
        </DrawerButton>
      </div>
    </ToolLine>
  )
}

/** As high as the tools, also before there are any. */
export function ToolLine({ children }: { readonly children?: ReactNode }) {
  return <div className={styles.tools}>{children}</div>
}

function TextSize() {
  const text = useText()
  const [stored, setStored] = useStored<number>('techdocs', 'textSize')
  const size = sizes.find(each => each === stored.value) ?? 100
  return (
    <Select
      inline
      label={text(techdocsMessages.textSize)}
      value={String(size)}
      options={sizes.map(each => ({ value: String(each), label: text(techdocsMessages.percent, { size: each }) }))}
      onChange={chosen => void setStored(Number(chosen))}
    />
  )
}

interface DrawerButtonProps {
  /** The page; the drawer closes by itself when another one is opened. */
  readonly at: string
  readonly label: string
  /** Of the drawer, where it is not the label. */
  readonly title?: string
  readonly Icon: typeof IconList
  readonly children: (close: () => void) => ReactNode
}

function DrawerButton({ at, label, title = label, Icon, children }: DrawerButtonProps) {
  const [openAt, setOpenAt] = useState<string>()
  const close = () => setOpenAt(undefined)
  return (
    <>
      <ActionIcon variant="default" className={styles.button} aria-label={label} onClick={() => setOpenAt(at)}>
        <Icon size={20} aria-hidden />
      </ActionIcon>
      <Drawer open={openAt === at} onClose={close} title={title}>
        {children(close)}
      </Drawer>
    </>
  )
}

interface LanguageSwitchProps {
  readonly site: DocsSite
  /** The page that is read; undefined while there is none. */
  readonly page: DocsPage | undefined
  readonly base: string
  /** Where one is in the site. */
  readonly current: string
}

/** Leads to the same page in the other languages of the site, or to the start of those that do not have it. */
function LanguageSwitch({ site, page, base, current }: LanguageSwitchProps) {
  const text = useText()
  const shown = languageAt(site, current)
  if (!shown || !site.languages || site.languages.length < 2) return undefined
  const items = site.languages.map(({ locale, name, prefix, home }) => {
    const path = page?.translations?.find(each => each.locale === locale)?.path ?? home ?? prefix
    return { key: locale, name, lang: locale, to: toAddress(base, path), isCurrent: locale === shown.locale }
  })
  return <SwitchMenu label={text(techdocsMessages.languageIs, { name: shown.name })} current={shown.name} items={items} />
}

interface VersionSwitchProps {
  readonly params: DocsParams
  readonly info: DocsSiteInfo
  readonly base: string
  readonly current: string
}

/** Leads to the same page in the other versions of the docs. */
function VersionSwitch({ params, info: { version, versions = [] }, base, current }: VersionSwitchProps) {
  const text = useText()
  const linkTo = useVersionLinks({ params, base, versions, current })
  const shown = versions.find(each => each.version === version)
  if (!shown || versions.length < 2) return undefined
  const items = versions.map(each => ({ key: each.version, name: each.title, isCurrent: each === shown, ...linkTo(each) }))
  return <SwitchMenu label={text(techdocsMessages.versionIs, { name: shown.title })} current={shown.title} items={items} />
}
