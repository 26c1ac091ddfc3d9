import { useText } from '@portico/core/web'
import { Button } from '@portico/ui'
import { catalogMessages } from '../messages.ts'
import styles from './ChangedBar.module.css'
import type { ChangedPage } from './use-changed-page.ts'

/** The rows stay as they are while somebody reads them; this says that there are others. */
export function ChangedBar({ changed }: { changed: ChangedPage | undefined }) {
  const text = useText()
  return (
    <div role="status">
      {changed && (
        <div className={styles.bar}>
          {text(catalogMessages.listChanged)}
          <Button variant="default" size="compact-sm" onClick={changed.show}>
            {text(catalogMessages.showChanged)}
          </Button>
        </div>
      )}
    </div>
  )
}
