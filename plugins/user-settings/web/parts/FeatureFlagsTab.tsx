import { featureFlagsApiRef, useApi, useObservable, useText, type FeatureFlag } from '@portico/core/web'
import { ActionIcon, Button, Content, EmptyState, InfoCard, Status, TextInput } from '@portico/ui'
import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useState } from 'react'
import { settingsMessages } from '../messages.ts'
import styles from './rows.module.css'

/** The feature flags of all plugins. */
export function FeatureFlagsTab() {
  const text = useText()
  const { flags } = useApi(featureFlagsApiRef)
  const [filter, setFilter] = useState('')
  if (flags.length === 0) {
    return (
      <Content>
        <EmptyState icon={<IconFlag size={32} stroke={1.5} aria-hidden />} title={text(settingsMessages.noFlags)}>
          {text(settingsMessages.noFlagsText)}
        </EmptyState>
      </Content>
    )
  }
  const found = flags.filter(({ name, description = '' }) => `${name} ${text(description)}`.toLowerCase().includes(filter.toLowerCase()))
  return (
    <Content>
      <div className={styles.narrow}>
        <InfoCard title={text(settingsMessages.featureFlags)} subtitle={text(settingsMessages.flagsText)} action={<RefreshButton />} flush>
          <FilterField value={filter} onChange={setFilter} />
          {found.length === 0 && <p className={styles.nothing}>{text(settingsMessages.noFlagMatches, { filter })}</p>}
          <ul className={styles.rows}>
            {found.map(flag => (
              <FlagRow key={flag.name} flag={flag} />
            ))}
          </ul>
        </InfoCard>
      </div>
    </Content>
  )
}

function RefreshButton() {
  const text = useText()
  return (
    <Button variant="default" size="xs" leftSection={<IconRefresh size={14} aria-hidden />} onClick={() => window.location.reload()}>
      {text(settingsMessages.refresh)}
    </Button>
  )
}

function FilterField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const text = useText()
  return (
    <div className={styles.filter}>
      <TextInput
        aria-label={text(settingsMessages.filter)}
        placeholder={text(settingsMessages.filter)}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        rightSection={
          value !== '' && (
            <ActionIcon size={24} aria-label={text(settingsMessages.clearFilter)} onClick={() => onChange('')}>
              <IconX size={14} aria-hidden />
            </ActionIcon>
          )
        }
      />
    </div>
  )
}

function FlagRow({ flag: { name, pluginId, description } }: { flag: FeatureFlag }) {
  const text = useText()
  const { active, set } = useApi(featureFlagsApiRef)
  const isOn = useObservable(active).has(name)
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.title}>{name}</span>
        <span className={styles.note}>{description ? text(description) : text(settingsMessages.fromPlugin, { plugin: pluginId })}</span>
      </div>
      {isOn && <Status kind="ok">{text(settingsMessages.flagOn)}</Status>}
      <Button
        variant="default"
        size="xs"
        className={styles.button ?? ''}
        aria-label={text(isOn ? settingsMessages.disableFlag : settingsMessages.enableFlag, { flag: name })}
        onClick={() => set(name, !isOn)}
      >
        {text(isOn ? settingsMessages.disable : settingsMessages.enable)}
      </Button>
    </li>
  )
}
