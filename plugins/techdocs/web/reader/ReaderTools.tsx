import { useStored, useText } from '@portico/core/web'
import type { DocsParams, DocsSite } from '@portico/techdocs/common'
import { Button, Drawer, Select } from '@portico/ui'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import { useState } from 'react'
import { techdocsMessages } from '../messages.ts'
import { NavTree } from './NavTree.tsx'
import styles from './ReaderTools.module.css'
import { SiteSearch } from './SiteSearch.tsx'

const sizes = [90, 100, 115, 130, 150] as const

interface ReaderToolsProps {
  readonly params: DocsParams
  readonly site: DocsSite
  readonly base: string
  readonly files: string
  readonly current: string
  /** The page of the navigation where one is. */
  readonly place: string
}

/** Search in the site, the size of the text, and on phones the navigation. */
export function ReaderTools({ params, site, base, files, current, place }: ReaderToolsProps) {
  const text = useText()
  const [stored, setStored] = useStored<number>('techdocs', 'textSize')
  const [openAt, setOpenAt] = useState<string>()
  const size = sizes.find(each => each === stored.value) ?? 100
  return (
    <div className={styles.tools}>
      <div className={styles.phone}>
        <Button variant="default" leftSection={<IconList size={16} aria-hidden />} onClick={() => setOpenAt(current)}>
          {text(techdocsMessages.showNavigation)}
        </Button>
        {/* Closes by itself when another page is opened. */}
        <Drawer open={openAt === current} onClose={() => setOpenAt(undefined)} title={site.name}>
          <NavTree params={params} items={site.nav} current={place} base={base} files={files} features={site.features} />
        </Drawer>
      </div>
      <div className={styles.search}>
        <SiteSearch params={params} title={site.name} base={base} />
      </div>
      <Select
        inline
        label={text(techdocsMessages.textSize)}
        value={String(size)}
        options={sizes.map(each => ({ value: String(each), label: text(techdocsMessages.percent, { size: each }) }))}
        onChange={chosen => void setStored(Number(chosen))}
      />
    </div>
  )
}
