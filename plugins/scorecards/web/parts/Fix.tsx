import { parseEntityRef } from '@portico/catalog/common'
import { Link, useText } from '@portico/core/web'
import type { FilledFix } from '@portico/scorecards/common'
import { Button, Markdown } from '@portico/ui'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { fixMessages } from './fix-messages.ts'
import styles from './Fix.module.css'

/** How a check is passed: words, links, and a template whose answers are filled in. */
export function Fix({ fix: { text: words, links, template } }: { fix: FilledFix }) {
  const text = useText()
  return (
    <div className={styles.fix}>
      {words !== undefined && <Markdown>{words}</Markdown>}
      {(links.length > 0 || template) && (
        <p className={styles.actions}>
          {template && (
            <Button
              component={Link}
              to={template.path}
              plain
              size="xs"
              variant="default"
              leftSection={<IconPlayerPlay size={14} aria-hidden />}
              title={parseEntityRef(template.ref).name}
            >
              {text(fixMessages.runTemplate)}
            </Button>
          )}
          {links.map(({ title, url }) => (
            <Link key={url} to={url}>
              {title}
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}
