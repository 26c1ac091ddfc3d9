import { useText } from '@portico/core/web'
import { Button, Select } from '@portico/ui'
import { searchMessages } from '../messages.ts'
import { pageSizes } from '../search-state.ts'
import styles from './Results.module.css'

export interface ResultPagerProps {
  readonly pageLimit: number
  readonly onPageLimit: (limit: number) => void
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
}

/** The pages of the results. */
export function ResultPager({ pageLimit, onPageLimit, onPrevious, onNext }: ResultPagerProps) {
  const text = useText()
  const sizes = [...new Set([...pageSizes, pageLimit])].toSorted((a, b) => a - b)
  return (
    <div className={styles.pager}>
      <div className={styles.size}>
        <Select
          inline
          label={text(searchMessages.resultsPerPage)}
          value={String(pageLimit)}
          options={sizes.map(size => ({ value: String(size), label: String(size) }))}
          onChange={size => onPageLimit(Number(size))}
        />
      </div>
      <div className={styles.steps}>
        <Button variant="default" size="xs" disabled={!onPrevious} onClick={onPrevious}>
          {text(searchMessages.previous)}
        </Button>
        <Button variant="default" size="xs" disabled={!onNext} onClick={onNext}>
          {text(searchMessages.next)}
        </Button>
      </div>
    </div>
  )
}
