import { useState } from 'react'
import { Avatar } from '../Avatar.tsx'
import { Breadcrumbs } from '../Breadcrumbs.tsx'
import { Checkbox } from '../Checkbox.tsx'
import { ChipList, FilterChips } from '../ChipList.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { Link } from '../Link.tsx'
import { Button, Radio, Switch, Textarea, TextInput } from '../primitives.ts'
import { RelativeTime } from '../RelativeTime.tsx'
import { SearchField } from '../SearchField.tsx'
import { Status, type StatusKind } from '../Status.tsx'
import { SupportButton } from '../SupportPanel.tsx'
import { LinkTabs, Tabs } from '../Tabs.tsx'
import styles from './Gallery.module.css'
import { Sample } from './Sample.tsx'

const kinds: readonly StatusKind[] = ['ok', 'warning', 'error', 'running', 'pending', 'aborted']
const people = ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson', 'Annie Easley', 'Radia Perlman', 'Hedy']
const trail = ['Catalog', 'Shop', 'Checkout', 'Payments', 'orders-service']

/** Small widgets. */
export function SmallSamples() {
  const [tab, setTab] = useState('overview')
  const [words, setWords] = useState('')
  const [chips, setChips] = useState([
    { key: 'owner', name: 'Owner', value: 'team-checkout' },
    { key: 'tag', name: 'Tag', value: 'java' },
  ])
  return (
    <>
      <Sample name="Status">
        <div className={styles.row}>
          {kinds.map(kind => (
            <Status key={kind} kind={kind} />
          ))}
        </div>
      </Sample>
      <Sample name="Breadcrumbs">
        <Breadcrumbs label="Short way" items={trail.slice(0, 3).map(title => ({ title, to: '/' }))} />
        <Breadcrumbs items={trail.map((title, index) => (index === 4 ? { title } : { title, to: '/' }))} />
      </Sample>
      <Sample name="Tabs">
        <LinkTabs
          label="Pages of the entity"
          selected={0}
          tabs={[
            { title: 'Overview', to: '/a' },
            { title: 'Dependencies', to: '/b', count: 42 },
            { title: 'Docs', to: '/c' },
          ]}
        />
        <Tabs
          label="Parts"
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: 'overview', title: 'Overview', content: 'What it is' },
            { id: 'raw', title: 'Raw', count: 3, content: 'How it is written' },
          ]}
        />
      </Sample>
      <Sample name="People and groups">
        <div className={styles.row}>
          {people.map(name => (
            <Avatar key={name} name={name} size={32} />
          ))}
          <Avatar name="team-checkout" shape="square" size={32} />
          <Avatar name="Broken Picture" picture="/no-such-picture.png" size={32} />
        </div>
      </Sample>
      <Sample name="Tags and filters">
        <div className={styles.row}>
          <ChipList items={['java', 'grpc', 'payments', 'data', 'public', 'a-tag-that-is-much-longer-than-the-others']} />
          <ChipList items={[]} />
          <FilterChips chips={chips} onRemove={key => setChips(chips.filter(chip => chip.key !== key))} onClear={() => setChips([])} />
        </div>
      </Sample>
      <Sample name="Links, times, copying">
        <div className={styles.row}>
          <Link to="/catalog">Inside</Link>
          <Link to="https://example.com">Outside</Link>
          <Link to="javascript:alert(1)">Refused</Link>
          <RelativeTime at="2026-01-02T03:04:05Z" />
          <CopyButton value="component:default/orders" />
        </div>
      </Sample>
      <Sample name="Buttons">
        <div className={styles.row}>
          <Button>Register location</Button>
          <Button variant="default">Cancel</Button>
          <Button variant="subtle">Show more</Button>
          <Button disabled>Not yet</Button>
          <Button loading>Saving</Button>
          <SupportButton
            items={[
              { title: 'Ask us', links: [{ url: 'https://chat.example.com', title: '#portal' }, { url: 'mailto:portal@example.com' }] },
            ]}
            configurationUrl="https://docs.example.com"
          />
          <SupportButton items={[]} configurationUrl="https://docs.example.com" />
        </div>
      </Sample>
      <Sample name="Fields">
        <div className={styles.columns}>
          <SearchField value={words} onChange={setWords} />
          <TextInput label="Name" description="As it stands in the address" placeholder="orders-service" />
          <TextInput label="Repository" error="This repository does not exist" defaultValue="shop/ordres" />
          <Textarea label="Description" rows={3} />
          <div>
            <Checkbox label="Tell the owners" defaultChecked />
            <Switch label="Public" mt={12} />
            <Radio label="Only mine" mt={12} />
          </div>
        </div>
      </Sample>
    </>
  )
}
