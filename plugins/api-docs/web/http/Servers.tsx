import { toServerUrl, type Server } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { CopyButton, Select, TextInput } from '@portico/ui'
import { useState } from 'react'
import { Description } from '../definition/Description.tsx'
import { PartSection } from '../definition/PartHeader.tsx'
import styles from './Http.module.css'
import { httpMessages } from './messages.ts'

/** Where an API runs, with the parts of the address that a caller chooses. */
export function Servers({ servers }: { readonly servers: readonly Server[] }) {
  const text = useText()
  return (
    <PartSection title={text(httpMessages.servers)}>
      <ul className={styles.servers}>
        {servers.map((server, index) => (
          <ServerEntry key={index} server={server} />
        ))}
      </ul>
    </PartSection>
  )
}

function ServerEntry({ server }: { readonly server: Server }) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const url = toServerUrl(server, chosen)
  const set = (name: string) => (value: string) => setChosen(before => ({ ...before, [name]: value }))
  return (
    <li className={styles.server}>
      <div className={styles.head}>
        <code className={styles.url}>{url}</code>
        <CopyButton value={url} />
        {server.name !== undefined && <span className={styles.note}>{server.name}</span>}
      </div>
      <Description text={server.description} />
      {server.variables.length > 0 && (
        <div className={styles.variables}>
          {server.variables.map(({ name, default: given = '', enum: values, description }) =>
            values && values.length > 0 ? (
              <Select
                key={name}
                label={name}
                value={chosen[name] ?? given}
                options={values.map(value => ({ value, label: value }))}
                onChange={set(name)}
              />
            ) : (
              <TextInput
                key={name}
                label={name}
                description={description}
                value={chosen[name] ?? given}
                onChange={event => set(name)(event.currentTarget.value)}
              />
            ),
          )}
        </div>
      )}
    </li>
  )
}
