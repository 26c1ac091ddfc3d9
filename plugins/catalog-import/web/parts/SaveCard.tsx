import { useText } from '@portico/core/web'
import { Button, CodeBlock, downloadFile, InfoCard } from '@portico/ui'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { configLines, pathOf } from '../import/config-lines.ts'
import type { OutcomeProps } from '../import/props.ts'
import { expectedRefs, type Watched } from '../import/watched.ts'
import { catalogImportMessages } from '../messages.ts'
import styles from './OutcomeCards.module.css'

/** How texts get into the catalog: where to save them, and the lines of the config that name them. */
export function SaveCard({ state, data, isOutdated, onWatch }: OutcomeProps & { readonly onWatch: (watched: Watched) => void }) {
  const text = useText()
  const files = state.files.filter(file => file.text.trim() !== '')
  const hasMistakes = data.problemTotal > 0 || data.items.some(item => item.state === 'invalid')
  const refs = expectedRefs(data)
  return (
    <InfoCard title={text(catalogImportMessages.save)}>
      <div className={styles.steps}>
        <p className={styles.quiet}>{text(catalogImportMessages.saveText)}</p>
        {hasMistakes && <p>{text(catalogImportMessages.saveInvalid)}</p>}
        <ol className={styles.list}>
          {files.map(({ name, text: content }) => (
            <li key={name}>
              <p>{text(catalogImportMessages.saveStep, { path: pathOf(name) })}</p>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => downloadFile(name.split('/').at(-1) ?? name, [content], 'application/yaml;charset=utf-8')}
              >
                {text(catalogImportMessages.download, { name: name.split('/').at(-1) ?? name })}
              </Button>
            </li>
          ))}
          <li>
            <p>{text(catalogImportMessages.configStep)}</p>
            <CodeBlock
              code={configLines(
                files.map(({ name }) => name),
                data.items,
              )}
              language="yaml"
              title={text(catalogImportMessages.appConfig)}
            />
            <p className={styles.quiet}>{text(catalogImportMessages.urlStep)}</p>
          </li>
        </ol>
        {refs.length > 0 && (
          <Button disabled={isOutdated} onClick={() => onWatch({ refs })}>
            {text(catalogImportMessages.waitForFile)}
          </Button>
        )}
      </div>
    </InfoCard>
  )
}
