import { useText } from '@portico/core/web'
import { Button } from '@portico/ui'
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
  return (
    <div className={styles.pager}>
      <label className={styles.size}>
        {text(searchMessages.resultsPerPage)}
        <select className={styles.select} value={pageLimit} onChange={event => onPageLimit(Number(event.currentTarget.value))}>
          {[...new Set([...pageSizes, pageLimit])]
            .toSorted((a, b) => a - b)
            .map(size => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
        </select>
      </label>
      <Button variant="default" size="xs" disabled={!onPrevious} onClick={onPrevious}>
        {text(searchMessages.previous)}
      </Button>
      <Button variant="default" size="xs" disabled={!onNext} onClick={onNext}>
        {text(searchMessages.next)}
      </Button>
    </div>
  )
}
