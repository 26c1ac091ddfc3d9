import { useState } from 'react'
import { ChoiceList } from '../ChoiceList.tsx'
import { fromList, type LoadOptions, type Option } from '../pick/options.ts'
import { Autocomplete, MultiSelect } from '../pick/Picker.tsx'
import { SegmentedControl } from '../SegmentedControl.tsx'
import { Select } from '../Select.tsx'
import styles from './Gallery.module.css'
import { Sample } from './Sample.tsx'

const all = Array.from({ length: 100_000 }, (_, index): Option => ({
  value: `group:default/team-${index}`,
  label: `Team ${index}`,
  hint: `group:default/team-${index}`,
}))
const fromServer = fromList(all)
const failing: LoadOptions = () => Promise.reject(new Error('no'))
const nothing = fromList([])
const lists = [
  { value: 'owned', label: 'Owned', count: 12 },
  { value: 'all', label: 'All', count: 1234 },
  { value: 'starred', label: 'Starred', count: 0, disabled: true },
]

/** Pickers with very many options. */
export function PickSamples() {
  const [one, setOne] = useState<Option | undefined>(all[42])
  const [several, setSeveral] = useState<readonly Option[]>(all.slice(0, 3))
  const [choice, setChoice] = useState('all')
  return (
    <>
      <Sample name="One of a few">
        <div className={styles.columns}>
          <ChoiceList label="Lists" value={choice} onChange={setChoice} choices={lists} />
          <Select label="List" value={choice} onChange={setChoice} options={lists} />
          <SegmentedControl label="List as segments" value={choice} onChange={setChoice} segments={lists} />
        </div>
      </Sample>
      <Sample name="One of 100,000, several, a failure, none at all">
        <div className={styles.columns}>
          <Autocomplete label="Owner" help="Who looks after it" load={fromServer} value={one} onChange={setOne} />
          <MultiSelect label="Owners" load={fromServer} values={several} onChange={setSeveral} />
          <Autocomplete label="Failing" load={failing} value={undefined} onChange={() => undefined} error="Choose an owner" />
          <Autocomplete label="Empty" load={nothing} value={undefined} onChange={() => undefined} />
          <Autocomplete label="Disabled" disabled load={nothing} value={all[1]} onChange={() => undefined} />
        </div>
      </Sample>
    </>
  )
}
